import { z } from 'zod'

import { describeRecord, recordOutput } from '#areas/agent-audit/record-output.ts'
import { findRecord } from '#areas/agent-audit/records.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'
import { isAtLeast } from '#kernel/scope.ts'

export const getAgentAuditRecord = operation({
  name: 'getAgentAuditRecord',
  title: 'Get a record of the audit log',
  summary: 'Returns the record of one call by its request id. Needs the role admin; others see their own.',
  scope: 'audit:read',
  role: 'admin',
  ownRecord: true,
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'What a call did', input: { requestId: 'req_01k9x8f0000000000000000000' } }],
  input: z.strictObject({ requestId: id('request').describe('Id of the request: req_...') }),
  output: z.object({ record: recordOutput }),

  async handle({ db, access, actor }, { requestId }) {
    const record = await findRecord(db, requestId, isAtLeast(access.role, 'admin') ? undefined : actor.userId)
    if (record === undefined) {
      throw new Refusal('not_found', 'There is no record of this request. listAgentAuditLog lists them.', {
        id: requestId,
      })
    }
    return { record: describeRecord(record) }
  },
})
