import { collections } from './feeds/collections.ts'

export { builtInSlug, gateColumns, gated, gateOf, readGate } from './gate.ts'

export const feeds = [collections] as const
