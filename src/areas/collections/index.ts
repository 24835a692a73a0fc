import { createCollection } from './operations/create-collection.ts'
import { listCollections } from './operations/list-collections.ts'
import { updateCollection } from './operations/update-collection.ts'

export { type Collection, getCollection, requireEnabled } from './collections.ts'
export { furnishCollections } from './presets.ts'

export const operations = [listCollections, createCollection, updateCollection] as const
