import { z } from 'zod'

import { readRevision, wholeRevision } from '#areas/content/revisions/staged-revision.ts'
import { findItem } from '#areas/items/index.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const getItemRevision = operation({
  name: 'getItemRevision',
  title: 'Read a revision',
  summary: 'Returns a revision and what the item said before it, such as a rewrite that waits (pendingRevision).',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'What waits', input: { id: 'itm_01jzz0000000000000000000zz', revision: 3 } }],
  input: z.strictObject({ id: id('item'), revision: z.int().min(1).max(2_147_483_647) }),
  output: wholeRevision,

  async handle({ db }, { id: itemId, revision }) {
    await findItem(db, { id: itemId })
    return readRevision(db, itemId, revision)
  },
})
