import { z } from 'zod'

import { diffSnapshots } from '#areas/content/revisions/revision-diff.ts'
import { listedRevision, pageOfRevisions } from '#areas/content/revisions/revision-lists.ts'
import { findRevision } from '#areas/content/revisions/revisions.ts'
import { findItem } from '#areas/items/index.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, pageOf } from '#kernel/schema.ts'

const number = z.int().min(1).max(2_147_483_647)

export const listItemRevisions = operation({
  name: 'listItemRevisions',
  title: 'List revisions',
  summary: 'Lists the revisions of an item, newest first. compare: [a, b] adds the unified difference of two of them.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'What changed', input: { id: 'itm_01jzz0000000000000000000zz', compare: [1, 2] } }],
  input: z.strictObject({
    ...listInput,
    id: id('item'),
    compare: z.array(number).length(2).optional(),
  }),
  output: listOutput(listedRevision).extend({ diff: z.string().optional() }),

  async handle({ db }, input) {
    const { id: itemId, compare } = input
    await findItem(db, { id: itemId })
    const { rows, total } = await pageOfRevisions(db, input)
    const list = pageOf(rows, total, input)
    const [from, to] = compare ?? []
    if (from === undefined || to === undefined) return list
    return { ...list, diff: diffSnapshots(await findRevision(db, itemId, from), await findRevision(db, itemId, to)) }
  },
})
