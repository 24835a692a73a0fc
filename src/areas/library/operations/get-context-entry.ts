import { z } from 'zod'

import { getEntry } from '#areas/library/entries.ts'
import { describeEntry, entryOutput } from '#areas/library/entry-output.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const getContextEntry = operation({
  name: 'getContextEntry',
  title: 'Get an entry of the Context Library',
  summary: 'Returns one entry of the Context Library with its whole text. listContextEntries lists ids.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'One entry', input: { id: 'ctx_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ id: id('contextEntry') }),
  output: z.object({ entry: entryOutput }),

  async handle({ db }, { id: entryId }) {
    return { entry: describeEntry(await getEntry(db, entryId)) }
  },
})
