import { z } from 'zod'

import { getCollection } from '#areas/collections/index.ts'
import { createTerm } from '#areas/taxonomies/make-term.ts'
import { taxonomyFields } from '#areas/taxonomies/term-fields.ts'
import { describeTerm, termOutput } from '#areas/taxonomies/term-output.ts'
import { operation } from '#kernel/operation.ts'
import { pluck } from '#std/pluck.ts'

export const createTaxonomyTerm = operation({
  name: 'createTaxonomyTerm',
  title: 'Create a category or tag',
  summary: 'Creates a category or tag of articles. Without a slug, one is made from the name.',
  scope: 'content:write',
  risk: 'write',
  errors: ['slug_taken'],
  examples: [{ title: 'A tag', input: { taxonomy: 'tag', name: 'Customer data' } }],
  input: z.strictObject(pluck(taxonomyFields, 'create')),
  output: z.object({ term: termOutput }),

  async handle({ db }, { taxonomy: kind, ...fields }) {
    const { id: collectionId } = await getCollection(db, 'articles')
    const term = await createTerm(db, { kind, collectionId, ...fields })

    return { term: describeTerm(term, 0) }
  },
})
