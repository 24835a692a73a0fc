import { z } from 'zod'

import { getPrompts, removePrompts } from '#areas/visibility/prompts.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const deleteAsvPrompts = operation({
  name: 'deleteAsvPrompts',
  title: 'Delete prompts',
  summary: 'Deletes prompts. Their answers stay in figures, unless keepHistory is false: then they are gone for good.',
  scope: 'asv:write',
  risk: 'destructive',
  errors: ['not_found'],
  examples: [{ title: 'One prompt', input: { ids: ['prm_01jzz0000000000000000000zz'] } }],
  input: z.strictObject({ ids: z.array(id('prompt')).min(1).max(100), keepHistory: z.boolean().default(true) }),
  output: z.object({ deleted: z.int() }),

  async handle({ db }, { ids, keepHistory }) {
    const rows = await getPrompts(db, [...new Set(ids)])
    await removePrompts(db, rows, { keepHistory })
    return { deleted: rows.length }
  },
})
