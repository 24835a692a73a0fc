import { z } from 'zod'

import { describeRecord, recordOutput } from '#areas/agent-audit/record-output.ts'
import { actorKinds, callStatuses, credentialTypes, findRecords } from '#areas/agent-audit/records.ts'
import { approvalStates } from '#areas/approvals/index.ts'
import { operation } from '#kernel/operation.ts'
import { risks } from '#kernel/risk.ts'
import { id, listInput, listOutput, moment, oneOrMany, pageOf, text } from '#kernel/schema.ts'
import { isAtLeast } from '#kernel/scope.ts'

export const listAgentAuditLog = operation({
  name: 'listAgentAuditLog',
  title: 'List the audit log',
  summary: 'What agents and people did, newest first, in plain words, including refused calls. Needs the role admin.',
  scope: 'audit:read',
  role: 'admin',
  ownRecord: true,
  risk: 'read',
  examples: [
    { title: 'What was changed last night', input: { changesOnly: true, from: '2026-05-01T20:00:00Z' } },
    { title: 'Refused calls of API keys', input: { credentialType: 'api_key', status: ['rejected'] } },
  ],
  input: z.strictObject({
    ...listInput,
    search: listInput.search.describe('Part of the operation, sentence, client name or code, or a request id'),
    operation: text(100).optional().describe('Name of the operation'),
    actorKind: z.enum(actorKinds).optional().describe('Who called: agents act by an API key or by OAuth'),
    credentialType: z.enum(credentialTypes).optional().describe('How the caller identified itself'),
    status: oneOrMany(callStatuses).optional().describe('How the call ended: one of these'),
    approvalState: z.enum(approvalStates).optional().describe('What became of a waiting call; pending: it still waits'),
    risk: oneOrMany(risks).optional().describe('Risk of the operation: one of these'),
    changesOnly: z.boolean().optional().describe('Only changes and what waits for a person; no rehearsals'),
    actorUserId: id('user').optional().describe('Person who called or whose key it was: usr_...'),
    credentialId: text(40).optional().describe('Only this key or OAuth client: key_... or grt_...'),
    from: moment().optional().describe('Started at this time or later'),
    to: moment().optional().describe('Started at this time or earlier'),
  }),
  output: listOutput(recordOutput),

  async handle({ db, access, actor }, { page, pageSize, search = '', approvalState: approval, ...filter }) {
    const onlyOf = isAtLeast(access.role, 'admin') ? undefined : actor.userId
    const { records, total } = await findRecords(
      db,
      { ...filter, approval, onlyOf, term: search.trim() },
      { page, pageSize },
    )
    return pageOf(records.map(describeRecord), total, { page, pageSize })
  },
})
