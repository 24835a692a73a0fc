import { z } from 'zod'

import { dismissPending } from '#areas/content/revisions/staged-revision.ts'
import { lockUntrashed } from '#areas/items/index.ts'
import { Refusal } from '#kernel/errors.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const dismissItemRevision = operation({
  name: 'dismissItemRevision',
  title: 'Dismiss a waiting rewrite',
  summary: 'Dismisses pendingRevision: the item stays as it is, and the revision stays in the history.',
  scope: 'content:write',
  risk: 'write',
  errors: ['not_found', 'invalid_transition'],
  examples: [{ title: 'Keep the text', input: { id: 'itm_01jzz0000000000000000000zz', revision: 3 } }],
  input: z.strictObject({ id: id('item'), revision: z.int().min(1).max(2_147_483_647), note }),
  output: z.object({ id: id('item'), pendingRevision: z.null(), version: z.int() }),

  async handle({ db }, { id: itemId, revision }) {
    const row = await lockUntrashed(db, { id: itemId, to: 'changed' })
    if (row.pending_revision !== revision)
      throw new Refusal('invalid_transition', 'This revision is not waiting.', {
        pendingRevision: row.pending_revision,
      })
    const { version } = await dismissPending(db, itemId)
    return { id: row.id, pendingRevision: null, version }
  },
})
