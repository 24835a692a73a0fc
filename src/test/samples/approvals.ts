import { newApproval } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const approvalsSamples: Samples<'approvals'> = {
  approveCall: async (on) => ({
    input: { approvalId: await newApproval(on) },
    ids: ['approvalId'],
    other: { approvalId: await newApproval(on) },
  }),
  declineCall: async (on) => ({
    input: { approvalId: await newApproval(on), reason: 'Not now' },
    ids: ['approvalId'],
    other: { approvalId: await newApproval(on) },
  }),
  setApprovalPolicy: async () => ({ input: { risks: ['destructive'] }, other: { risks: ['publish'] } }),
}
