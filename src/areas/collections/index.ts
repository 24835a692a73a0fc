import { collections } from './feeds/collections.ts'
import { createCollection } from './operations/create-collection.ts'
import { listCollections } from './operations/list-collections.ts'
import { updateCollection } from './operations/update-collection.ts'

export {
  allCollections,
  type Collection,
  collectionNamed,
  collectionOf,
  collectionsAsked,
  defaultsOf,
  getCollection,
  ofOrganization,
  timezoneOfOrganization,
  requireCollections,
  requireEnabled,
} from './collections.ts'
export { requireFittingFields } from './fields-schema.ts'
export { missingFields } from './missing-fields.ts'
export { builtInSlug, gateColumns, gated, gateOf, readGate } from './gate.ts'
export { isOpen, isPublic } from './open-collections.ts'
export { furnishCollections } from './presets.ts'

export const operations = [listCollections, createCollection, updateCollection] as const

export const feeds = [collections] as const
