import { z } from 'zod'

import { keepCopy } from '#areas/editing/editors.ts'
import { operation } from '#kernel/operation.ts'
import { id, jsonObject } from '#kernel/schema.ts'

/** As much as an item may have of text, several times over. */
const longest = 4_000_000

export const autosaveBuffer = operation({
  name: 'autosaveBuffer',
  title: 'Keep unpublished changes',
  summary: 'Keeps what a person wrote of a live article and has not made public. Null forgets it.',
  excluded: 'ui_only_state',
  instead: 'open the article in the web application',
  role: 'author',
  risk: 'write',
  errors: ['not_found'],
  input: z.strictObject({
    itemId: id('item'),
    draft: jsonObject()
      .nullable()
      .refine((draft) => JSON.stringify(draft).length <= longest, 'Is too long'),
  }),
  output: z.object({ isKept: z.boolean() }),

  async handle({ db, actor, now, tellPages }, { itemId, draft }) {
    if (await keepCopy(db, { itemId, userId: actor.userId }, draft, now)) tellPages()
    return { isKept: draft !== null }
  },
})
