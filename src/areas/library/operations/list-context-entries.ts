import { z } from 'zod'

import { listEntries } from '#areas/library/entries.ts'
import { entryKinds } from '#areas/library/entry-fields.ts'
import { describeListed, entrySummary } from '#areas/library/entry-output.ts'
import { operation } from '#kernel/operation.ts'
import { listInput, listOutput, pageOf, text } from '#kernel/schema.ts'

export const listContextEntries = operation({
  name: 'listContextEntries',
  title: 'List the Context Library',
  summary: 'Lists entries of the Context Library, pinned ones first, with the beginning of their text.',
  scope: 'content:read',
  risk: 'read',
  examples: [{ title: 'Facts about prices', input: { kind: 'fact', search: 'price' } }],
  input: z.strictObject({ ...listInput, kind: z.enum(entryKinds).optional(), tag: text(80).optional() }),
  output: listOutput(entrySummary),

  async handle({ db }, { kind, tag, search, page, pageSize }) {
    const { entries, total } = await listEntries(db, { kind, tag, search }, { page, pageSize })
    return pageOf(entries.map(describeListed), total, { page, pageSize })
  },
})
