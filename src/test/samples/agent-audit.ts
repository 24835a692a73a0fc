import { newRecord } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const agentAuditSamples: Samples<'agent-audit'> = {
  listAgentAuditLog: async () => ({ input: { status: 'succeeded' } }),
  getAgentAuditRecord: async (on) => ({ input: { requestId: await newRecord(on) }, ids: ['requestId'] }),
  listConnectedAgents: async () => ({ input: { status: 'active' } }),
  listAgentNotices: async () => ({ input: {} }),
}
