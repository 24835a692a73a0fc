import { z } from 'zod'

import { requireAgent } from '#areas/content/edit-requests/addressed-agents.ts'
import { changedRequestOutput, describeChanged } from '#areas/content/edit-requests/edit-request-output.ts'
import {
  changeRequest,
  editRequestStates,
  type EditRequestRow,
  getEditRequest,
  lockEditRequest,
  requireFewOpen,
} from '#areas/content/edit-requests/edit-requests.ts'
import { quotedItem } from '#areas/content/edit-requests/passages.ts'
import { lockUntrashed } from '#areas/items/index.ts'
import type { Actor } from '#kernel/access.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { changes, id, ifVersion, text, words } from '#kernel/schema.ts'
import { requireVersion } from '#kernel/version.ts'

export const updateEditRequest = operation({
  name: 'updateEditRequest',
  title: 'Change an edit request',
  summary:
    'Closes an edit request, opens it again, or changes what it asks for, which only the person who asked may, and only while it is open.',
  scope: 'content:write',
  risk: 'write',
  judgesCaller: true,
  errors: ['not_found', 'invalid_transition', 'conflict', 'role_forbidden', 'version_conflict'],
  examples: [
    { title: 'Close it', input: { id: 'erq_01jzz0000000000000000000zz', state: 'closed' } },
    {
      title: 'Open it again and say what is missing',
      input: { id: 'erq_01jzz0000000000000000000zz', state: 'open', request: 'The source is still missing.' },
    },
  ],
  input: changes(
    {
      id: id('editRequest'),
      state: z.enum(editRequestStates).extract(['open', 'closed']).optional(),
      request: words(2000).optional(),
      agentId: text(200).nullable().optional().describe('Id: key_... or grt_... of another connected agent; null: any'),
      ifVersion,
    },
    'id',
  ),
  output: changedRequestOutput,

  async handle({ db, access, actor, now }, { id: requestId, state, request, agentId, ifVersion: version }) {
    const stored = await lockedFor(db, requestId, state)
    requireVersion(stored.version, version)
    requireMayChange(stored, actor, { isRewritten: request !== undefined || agentId !== undefined })
    if ((request !== undefined || agentId !== undefined) && (state ?? stored.state) !== 'open') throw notOpen(stored)
    const agent = agentId == null ? agentId : await requireAgent(db, agentId, { access, now })

    const row = await changeRequest(db, stored, { request, agent, state }, now)

    return describeChanged(row, await quotedItem(db, row.item_id))
  },
})

/** The request, locked; before it its item if it is opened again, as when it was asked, so that the open ones can be counted. */
async function lockedFor(db: Writer, requestId: string, state: 'open' | 'closed' | undefined): Promise<EditRequestRow> {
  if (state !== 'open') return lockEditRequest(db, requestId)
  const { item_id: itemId } = await getEditRequest(db, requestId)
  await lockUntrashed(db, { id: itemId, to: 'edited' })
  const row = await lockEditRequest(db, requestId)
  if (row.state !== 'open') await requireFewOpen(db, itemId)
  return row
}

/** Its words are those of the person who asked. People open and close any; an agent those of its person. */
function requireMayChange(
  { asked_by: askedBy }: EditRequestRow,
  { userId, kind }: Actor,
  { isRewritten }: { isRewritten: boolean },
): void {
  if (askedBy === userId || (kind === 'user' && !isRewritten)) return
  throw new Refusal(
    'role_forbidden',
    isRewritten
      ? 'Only the person who asked may change what an edit request asks for, and whom.'
      : 'An agent may open and close the edit requests of its own person only. answerEditRequest answers one.',
    { askedBy },
  )
}

const notOpen = ({ state }: EditRequestRow) =>
  new Refusal(
    'invalid_transition',
    'What an edit request asks for can be changed while it is open. Open it again with state: open in the same call.',
    { state, allowed: ['updateEditRequest'] },
  )
