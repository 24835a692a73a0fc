import { collections } from './feeds/collections.ts'
import { createCollection } from './operations/create-collection.ts'
import { listCollections } from './operations/list-collections.ts'
import { updateCollection } from './operations/update-collection.ts'

export { type Collection, collectionOf, getCollection, requireEnabled } from './collections.ts'
export { gateColumns, gated, gateOf, readGate } from './gate.ts'
export { furnishCollections } from './presets.ts'

export const operations = [listCollections, createCollection, updateCollection] as const

export const feeds = [collections] as const
