import { z } from 'zod'

import { id, words } from '#kernel/schema.ts'

import { limits } from './options.ts'
import { topicSources, type TopicWish } from './topic-material.ts'

/** The input of operations that propose topics. */
export const wishShape = {
  collectionId: id('collection').describe('Id or slug'),
  count: z.int().min(1).max(limits.topicsPerCall),
  seeds: z.array(words(120)).max(20).optional(),
  sources: z.array(z.enum(topicSources)).max(topicSources.length).optional().describe('Left out: context'),
}
const input = z.strictObject(wishShape)

export function wishOf({ collectionId, count, seeds = [], sources = ['context'] }: z.output<typeof input>) {
  return { collectionId, count, seeds, sources: [...new Set(sources)] } satisfies TopicWish
}
