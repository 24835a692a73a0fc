import { z } from 'zod'

import { collectionOutput, describeCollection } from '#areas/collections/collection-output.ts'
import { collectionOf, countItems, ofOrganization } from '#areas/collections/collections.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf } from '#kernel/schema.ts'
import { escapeLike, searchTerm } from '#std/text.ts'

export const listCollections = operation({
  name: 'listCollections',
  title: 'List collections',
  summary: 'Lists the collections with item counts; with includeDisabled, also disabled ones and presets.',
  scope: 'content:read',
  risk: 'read',
  examples: [{ title: 'All collections', input: { includeDisabled: true } }],
  input: z.strictObject({
    ...listInput,
    includeDisabled: z.boolean().default(false).describe('Also disabled ones and presets'),
  }),
  output: listOutput(collectionOutput),

  async handle({ db }, { page, pageSize, search, includeDisabled }) {
    const term = searchTerm(search ?? '')
    const matching = db
      .selectFrom('collection')
      .$if(!includeDisabled, (query) => query.where('enabled', '=', true))
      .$if(term !== '', (query) =>
        query.where((or) =>
          or.or([or('slug', 'like', `%${escapeLike(term)}%`), or('name', 'ilike', `%${escapeLike(term)}%`)]),
        ),
      )
    const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
    const rows = await matching
      .selectAll()
      .select(ofOrganization)
      .orderBy('built_in', 'desc')
      .orderBy('slug')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    const counts = await countItems(db)

    return pageOf(
      rows.map((row) => describeCollection(collectionOf(row), counts.get(row.id))),
      total,
      { page, pageSize },
    )
  },
})
