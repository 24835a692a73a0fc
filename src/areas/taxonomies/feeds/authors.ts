import { termFeed } from '#areas/taxonomies/term-feed.ts'

/** Authors of one collection: of the articles unless `collection` names another. */
export const authors = termFeed({
  type: 'authors',
  noun: 'Author',
  summary: 'Authors of a collection',
  collection: { parameter: 'collection', default: 'articles' },
  searches: 'name, slug or bio',
})
