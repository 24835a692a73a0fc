import { articlesOf, newAuthor, newTag } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const taxonomiesSamples: Samples<'taxonomies'> = {
  listTaxonomyTerms: async () => ({ input: { taxonomy: 'tag' } }),
  createTaxonomyTerm: async () => ({
    input: { taxonomy: 'tag', name: 'Sample' },
    other: { taxonomy: 'category', name: 'Sample' },
  }),
  updateTaxonomyTerm: async (on) => ({
    input: { termId: await newTag(on), name: 'Renamed' },
    ids: ['termId'],
    other: { termId: await newTag(on), name: 'Renamed' },
  }),
  deleteTaxonomyTerm: async (on) => ({
    input: { termId: await newTag(on) },
    ids: ['termId'],
    other: { termId: await newTag(on) },
  }),
  createAuthor: async (on) => ({
    input: { collectionId: await articlesOf(on), name: 'Pen name' },
    ids: ['collectionId'],
    other: { collectionId: await articlesOf(on), name: 'Another pen name' },
  }),
  updateAuthor: async (on) => ({
    input: { authorId: await newAuthor(on), name: 'Renamed' },
    ids: ['authorId'],
    other: { authorId: await newAuthor(on), name: 'Renamed' },
  }),
  deleteAuthor: async (on) => ({
    input: { authorId: await newAuthor(on) },
    ids: ['authorId'],
    other: { authorId: await newAuthor(on) },
  }),
}
