import { itemFeed } from './item-feed.ts'

/** Articles: the items of the built-in collection. */
export const articles = itemFeed({
  type: 'articles',
  noun: 'Article',
  summary: 'Articles',
  paths: ['/articles', '/posts'],
  collection: { slug: 'articles' },
})
