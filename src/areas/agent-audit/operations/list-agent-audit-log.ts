import { z } from 'zod'

import { describeRecord, recordOutput } from '#areas/agent-audit/record-output.ts'
import { actorKinds, callStatuses, credentialTypes, findRecords } from '#areas/agent-audit/records.ts'
import { operation } from '#kernel/operation.ts'
import { risks } from '#kernel/risk.ts'
import { id, listInput, listOutput, moment, pageOf, text } from '#kernel/schema.ts'

export const listAgentAuditLog = operation({
  name: 'listAgentAuditLog',
  title: 'List the audit log',
  summary: 'Lists calls of agents and people, newest first, including refused ones. Needs the role admin.',
  scope: 'audit:read',
  role: 'admin',
  risk: 'read',
  examples: [{ title: 'Refused calls of API keys', input: { credentialType: 'api_key', status: 'rejected' } }],
  input: z.strictObject({
    ...listInput,
    search: listInput.search.describe('Part of the operation, client name or code, or a request id'),
    operation: text(100).optional().describe('Name of the operation'),
    actorKind: z.enum(actorKinds).optional().describe('Who called: agents act by an API key or by OAuth'),
    credentialType: z.enum(credentialTypes).optional().describe('How the caller identified itself'),
    status: z.enum(callStatuses).optional().describe('How the call ended'),
    risk: z.enum(risks).optional().describe('Risk of the operation'),
    actorUserId: id('user').optional().describe('Person who called or whose key it was: usr_...'),
    credentialId: text(40).optional().describe('Only this key or OAuth client: key_... or grt_...'),
    from: moment().optional().describe('Started at this time or later'),
    to: moment().optional().describe('Started at this time or earlier'),
  }),
  output: listOutput(recordOutput),

  async handle({ db }, { page, pageSize, search = '', ...filter }) {
    const { records, total } = await findRecords(db, { ...filter, term: search.trim() }, { page, pageSize })
    return pageOf(records.map(describeRecord), total, { page, pageSize })
  },
})
