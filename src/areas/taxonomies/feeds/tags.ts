import { termFeed } from '#areas/taxonomies/term-feed.ts'

/** Tags, which only the built-in collection has. */
export const tags = termFeed({
  type: 'tags',
  noun: 'Tag',
  summary: 'Tags of articles',
  collection: { slug: 'articles' },
  searches: 'name or slug',
})
