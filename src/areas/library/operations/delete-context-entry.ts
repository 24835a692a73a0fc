import { z } from 'zod'

import { lockEntry, removeEntry } from '#areas/library/entries.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const deleteContextEntry = operation({
  name: 'deleteContextEntry',
  title: 'Delete an entry of the Context Library',
  summary: 'Deletes an entry for good. To leave it out of briefs only, set validUntil with updateContextEntry.',
  scope: 'content:delete',
  risk: 'destructive',
  errors: ['not_found'],
  examples: [{ title: 'One entry', input: { id: 'ctx_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ id: id('contextEntry') }),
  output: z.object({ id: id('contextEntry'), deleted: z.boolean() }),

  async handle({ db }, { id: entryId }) {
    const entry = await lockEntry(db, entryId)
    await removeEntry(db, entry)
    return { id: entry.id, deleted: true }
  },
})
