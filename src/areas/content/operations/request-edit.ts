import { z } from 'zod'

import { requireAgent } from '#areas/content/edit-requests/addressed-agents.ts'
import { changedRequestOutput, describeChanged } from '#areas/content/edit-requests/edit-request-output.ts'
import { insertEditRequest, requireFewOpen } from '#areas/content/edit-requests/edit-requests.ts'
import { passageInput } from '#areas/content/edit-requests/passages.ts'
import { bodyOf, lockUntrashed } from '#areas/items/index.ts'
import { operation } from '#kernel/operation.ts'
import { id, text, words } from '#kernel/schema.ts'

export const requestEdit = operation({
  name: 'requestEdit',
  title: 'Ask for an edit',
  summary:
    'Leaves a request for an agent at an item, or at a passage of it. Nothing of the item changes; the agent answers with answerEditRequest.',
  scope: 'content:write',
  risk: 'write',
  judgesCaller: true,
  errors: ['not_found', 'invalid_transition', 'conflict'],
  examples: [
    {
      title: 'At a passage',
      input: {
        itemId: 'itm_01jzz0000000000000000000zz',
        request: 'Say how much slower, with a source.',
        passage: { quote: 'That can be slow.', before: 'the linker that the system has. ' },
      },
    },
    {
      title: 'About the whole item, for one agent',
      input: {
        itemId: 'itm_01jzz0000000000000000000zz',
        request: 'Shorten it by a third.',
        agentId: 'key_01jzz0000000000000000000zz',
      },
    },
  ],
  input: z.strictObject({
    itemId: id('item'),
    request: words(2000).describe('What is to be done, in plain words'),
    passage: passageInput.optional().describe('Left out: the whole item'),
    agentId: text(200)
      .optional()
      .describe('Id: key_... or grt_... of the connected agent that it is for; left out: any'),
  }),
  output: changedRequestOutput,

  async handle({ db, access, actor, now }, { itemId, request, passage, agentId }) {
    const item = await lockUntrashed(db, { id: itemId, to: 'edited' })
    await requireFewOpen(db, item.id)
    const agent = agentId === undefined ? null : await requireAgent(db, agentId, { access, now })

    const row = await insertEditRequest(db, { itemId: item.id, request, passage, agent }, { actor, now })

    return describeChanged(row, { row: item, body: await bodyOf(db, item.id) })
  },
})
