import { z } from 'zod'

import { getCollection } from '#areas/collections/index.ts'
import { findTerms, termOrders } from '#areas/taxonomies/find-terms.ts'
import { taxonomies } from '#areas/taxonomies/term-fields.ts'
import { describeTerm, termOutput } from '#areas/taxonomies/term-output.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listTaxonomyTerms = operation({
  name: 'listTaxonomyTerms',
  title: 'List categories or tags',
  summary: 'Lists the categories or tags of articles by name, with counts of published items.',
  scope: 'content:read',
  risk: 'read',
  examples: [{ title: 'Tags with "crm" in name or slug', input: { taxonomy: 'tag', search: 'crm' } }],
  input: z.strictObject({
    ...listInput,
    taxonomy: z.enum(taxonomies).describe('Which of the two'),
    orderBy: z.enum(termOrders).default('name'),
  }),
  output: listOutput(termOutput),

  async handle({ db }, { taxonomy, search, page, pageSize, orderBy }) {
    const { id: collectionId } = await getCollection(db, 'articles')
    const { terms, total } = await findTerms(db, { kind: taxonomy, collectionId, search }, { page, pageSize, orderBy })

    const items = terms.map((term) => describeTerm(term, term.postCount))
    return pageOf(items, total, { page, pageSize })
  },
})
