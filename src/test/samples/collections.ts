import { articlesOf } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const collectionsSamples: Samples<'collections'> = {
  createCollection: async () => ({
    input: { name: 'Recipes', slug: 'recipes', kind: 'custom' },
    other: { name: 'Guides', slug: 'guides', kind: 'custom' },
  }),
  updateCollection: async (on) => ({
    input: { collectionId: await articlesOf(on), name: 'Posts' },
    ids: ['collectionId'],
    other: { collectionId: await articlesOf(on), name: 'News' },
  }),
}
