import { listCollections } from './operations/list-collections.ts'

export { type Collection, collectionOf, getCollection, requireEnabled } from './collections.ts'
export { furnishCollections } from './presets.ts'

export const operations = [listCollections] as const
