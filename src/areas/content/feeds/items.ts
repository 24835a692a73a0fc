import { itemFeed } from './item-feed.ts'

/** Items of any enabled collection. */
export const items = itemFeed({
  type: 'items',
  noun: 'Item',
  summary: 'Items of a collection',
  paths: ['/collections/{collection}/items'],
  collection: 'path',
})
