import { colonies } from './colonies.ts'
import { health } from './health.ts'
import { hives } from './hives.ts'
import type { SampleArticle } from './sample-article.ts'
import { seasons } from './seasons.ts'

/**
 * Some thirty short articles of a handbook for beginners, with the links that a person would set. Written for these tests and dedicated to
 * the public domain (CC0 1.0).
 */
export const beekeeping: readonly SampleArticle[] = [...colonies, ...hives, ...health, ...seasons]
