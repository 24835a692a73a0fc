import { z } from 'zod'

import { getCollection } from '#areas/collections/index.ts'
import { findTerms, termOrders } from '#areas/taxonomies/find-terms.ts'
import { authorOutput, describeAuthor } from '#areas/taxonomies/term-output.ts'
import { absoluteUrl } from '#kernel/feed.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'

export const listAuthors = operation({
  name: 'listAuthors',
  title: 'List authors',
  summary: 'Lists the authors of one collection (default articles) by name, with counts of published items.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'Authors of articles', input: {} }],
  input: z.strictObject({
    ...listInput,
    collection: z.string().max(200).default('articles').describe('Slug or id of the collection'),
    orderBy: z.enum(termOrders).default('name'),
  }),
  output: listOutput(authorOutput),

  async handle({ db, baseUrl }, { collection, search, page, pageSize, orderBy }) {
    const { id: collectionId } = await getCollection(db, collection)
    const { terms, total } = await findTerms(db, { kind: 'author', collectionId, search }, { page, pageSize, orderBy })

    const items = terms.map((author) =>
      describeAuthor(author, { ...author, avatarUrl: absoluteUrl(author.avatarUrl, baseUrl) }),
    )
    return pageOf(items, total, { page, pageSize })
  },
})
