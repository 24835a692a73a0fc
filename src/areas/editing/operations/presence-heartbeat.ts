import { z } from 'zod'

import { keepSign, othersAt, workingCopy } from '#areas/editing/editors.ts'
import { operation } from '#kernel/operation.ts'
import { id, jsonObject, timestamp } from '#kernel/schema.ts'

export const presenceHeartbeat = operation({
  name: 'presenceHeartbeat',
  title: 'Report presence',
  summary: 'A heartbeat from the page of an article. Returns who else is there and who has unpublished changes.',
  excluded: 'ui_only_state',
  instead: 'open the article in the web application',
  role: 'viewer',
  risk: 'write',
  errors: ['not_found'],
  input: z.strictObject({
    itemId: id('item'),
    leaves: z.boolean().default(false).describe('true: the page is closed'),
  }),
  output: z.object({
    others: z.array(
      z.object({
        kind: z.enum(['person', 'agent']),
        userId: id('user').nullable(),
        name: z.string().nullable().describe('Of an agent: its client'),
        isHere: z.boolean(),
        draftAt: timestamp().nullable().describe('Since when changes of a live article wait'),
      }),
    ),
    draft: jsonObject().nullable().describe('What the person wrote of a live article and did not make public'),
  }),

  async handle({ db, actor, now, tellPages }, { itemId, leaves }) {
    const editor = { itemId, userId: actor.userId }
    if (await keepSign(db, editor, { now, leaves })) tellPages()
    return { others: await othersAt(db, editor, now), draft: await workingCopy(db, editor) }
  },
})
