import { termFeed } from '#areas/taxonomies/term-feed.ts'

/** Categories, which only the built-in collection has. */
export const categories = termFeed({
  type: 'categories',
  noun: 'Category',
  summary: 'Categories of articles',
  collection: { slug: 'articles' },
  searches: 'name or slug',
})
