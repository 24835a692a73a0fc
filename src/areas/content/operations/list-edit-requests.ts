import { z } from 'zod'

import { ownAgentIds } from '#areas/content/edit-requests/addressed-agents.ts'
import { describeEditRequest, editRequestOutput } from '#areas/content/edit-requests/edit-request-output.ts'
import { editRequestStates, listEditRequestRows } from '#areas/content/edit-requests/edit-requests.ts'
import { passageFinder, quotedItem } from '#areas/content/edit-requests/passages.ts'
import { operation } from '#kernel/operation.ts'
import { id, listInput, listOutput, oneOrMany, pageOf, text } from '#kernel/schema.ts'

const listed = editRequestOutput.extend({ itemTitle: z.string() })

export const listEditRequests = operation({
  name: 'listEditRequests',
  title: 'List edit requests',
  summary:
    'Lists what people ask agents to do with items, newest first. With agentId "me" and state "open": what the calling agent may do.',
  scope: 'content:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'What waits for the calling agent', input: { state: ['open'], agentId: 'me' } }],
  input: z.strictObject({
    ...listInput,
    search: listInput.search.describe('Part of what is asked for'),
    itemId: id('item').optional(),
    state: oneOrMany(editRequestStates).optional(),
    agentId: text(200)
      .optional()
      .describe('Those for this agent: key_... or grt_...; "me": those for the caller, and those for any'),
  }),
  output: listOutput(listed),

  async handle({ db, actor }, { search, itemId, state, agentId, page, pageSize }) {
    const item = itemId === undefined ? undefined : await quotedItem(db, itemId)
    const isMine = agentId === 'me'
    const ids = agentId === undefined ? undefined : isMine ? await ownAgentIds(db, actor) : [agentId]
    const filter = { search, itemId, states: state, agents: ids && { ids, orAny: isMine } }
    const { rows, total } = await listEditRequestRows(db, filter, { page, pageSize })
    const isFound = item && (await passageFinder(item, rows))
    const items = rows.map((row) => ({ ...describeEditRequest(row, isFound), itemTitle: row.item_title }))
    return pageOf(items, total, { page, pageSize })
  },
})
