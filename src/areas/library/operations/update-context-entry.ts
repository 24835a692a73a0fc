import { z } from 'zod'

import { changeEntry, lockEntry } from '#areas/library/entries.ts'
import { entryFields } from '#areas/library/entry-fields.ts'
import { describeEntry, entryOutput } from '#areas/library/entry-output.ts'
import { operation } from '#kernel/operation.ts'
import { changes, id, ifVersion } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'
import { pluck } from '#std/pluck.ts'

export const updateContextEntry = operation({
  name: 'updateContextEntry',
  title: 'Change an entry of the Context Library',
  summary: 'Changes the given fields of an entry. With validUntil in the past, briefs and searches leave it out.',
  scope: 'content:write',
  risk: 'write',
  errors: ['not_found'],
  examples: [{ title: 'Pin it', input: { id: 'ctx_01jzz0000000000000000000zz', pinned: true } }],
  input: changes(
    {
      id: id('contextEntry'),
      ...pluck(entryFields, 'change'),
      ifVersion,
    },
    'id',
  ),
  output: z.object({ entry: entryOutput }),

  async handle({ db }, { id: entryId, ifVersion: expected, validUntil, ...change }) {
    const stored = await lockEntry(db, entryId)
    requireVersion(stored.version, expected)

    const entry = await changeEntry(db, stored, {
      ...change,
      validUntil: validUntil == null ? validUntil : new Date(validUntil),
    })
    return { entry: describeEntry(entry) }
  },
})
