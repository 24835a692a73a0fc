import { z } from 'zod'

import { getCollection } from '#areas/collections/index.ts'
import { createTerm } from '#areas/taxonomies/make-term.ts'
import { termFields } from '#areas/taxonomies/term-input.ts'
import { describeTerm, taxonomies, termOutput } from '#areas/taxonomies/term-output.ts'
import { operation } from '#kernel/operation.ts'

export const createTaxonomyTerm = operation({
  name: 'createTaxonomyTerm',
  title: 'Create a category or tag',
  summary: 'Creates a category or tag of articles. Without a slug, one is made from the name.',
  scope: 'content:write',
  risk: 'write',
  errors: ['slug_taken'],
  examples: [{ title: 'A tag', input: { taxonomy: 'tag', name: 'Customer data' } }],
  input: z.strictObject({
    taxonomy: z.enum(taxonomies).describe('Which of the two'),
    name: termFields.name,
    slug: termFields.slug.optional(),
    description: termFields.description.optional(),
  }),
  output: z.object({ term: termOutput }),

  async handle({ db }, { taxonomy: kind, name, slug, description }) {
    const { id: collectionId } = await getCollection(db, 'articles')
    const term = await createTerm(db, { kind, collectionId, name, slug, description })

    return { term: describeTerm(term, 0) }
  },
})
