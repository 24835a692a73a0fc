import { media } from './feeds/media.ts'

export const feeds = [media] as const
