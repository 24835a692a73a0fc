import { z } from 'zod'

import { ownAgentIds } from '#areas/content/edit-requests/addressed-agents.ts'
import { changedRequestOutput, describeChanged } from '#areas/content/edit-requests/edit-request-output.ts'
import {
  answerRequest,
  editRequestStates,
  type EditRequestRow,
  lockEditRequest,
} from '#areas/content/edit-requests/edit-requests.ts'
import { quotedItem } from '#areas/content/edit-requests/passages.ts'
import type { Actor } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, ifVersion, words } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'

export const answerEditRequest = operation({
  name: 'answerEditRequest',
  title: 'Answer an edit request',
  summary:
    'Says what became of an open edit request: done, or declined and why. The change itself is made before, with updateItem for example.',
  scope: 'content:write',
  risk: 'write',
  errors: ['not_found', 'invalid_transition', 'conflict', 'version_conflict'],
  examples: [
    {
      title: 'Done',
      input: {
        id: 'erq_01jzz0000000000000000000zz',
        state: 'done',
        answer: 'Added the figure of the last benchmark, with its source.',
      },
    },
    {
      title: 'Declined',
      input: { id: 'erq_01jzz0000000000000000000zz', state: 'declined', answer: 'I found no source that says so.' },
    },
  ],
  input: z.strictObject({
    id: id('editRequest'),
    state: z.enum(editRequestStates).extract(['done', 'declined']),
    answer: words(1000).describe('What was done, or why nothing was, in a sentence or two'),
    ifVersion,
  }),
  output: changedRequestOutput,

  async handle({ db, actor, now }, { id: requestId, state, answer, ifVersion: version }) {
    const stored = await lockEditRequest(db, requestId)
    requireVersion(stored.version, version)
    if (stored.state !== 'open') throw notOpen(stored)
    await requireOwn(db, stored, actor)

    const row = await answerRequest(db, stored, { state, answer }, { actor, now })

    return describeChanged(row, await quotedItem(db, row.item_id))
  },
})

const notOpen = ({ state }: EditRequestRow) =>
  new Refusal(
    'invalid_transition',
    `This edit request is ${state}: nobody waits for an answer. updateEditRequest opens it again.`,
    { state, allowed: ['updateEditRequest'] },
  )

/** What is for one agent, no other one answers; people answer anything (content.md#edit-requests-have-one-agent). */
async function requireOwn(
  db: Reader,
  { agent_id: agentId, agent_name: agentName }: EditRequestRow,
  actor: Actor,
): Promise<void> {
  if (agentId === null || actor.kind !== 'agent' || (await ownAgentIds(db, actor)).includes(agentId)) return
  throw new Refusal('conflict', `This edit request is for another agent, ${agentName}. Leave it to that one.`, {
    agentId,
  })
}
