import { approveCall } from './operations/approve-call.ts'
import { declineCall } from './operations/decline-call.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

export { removeOldApprovals } from './approvals.ts'

export const operations = [listApprovals, approveCall, declineCall, setApprovalPolicy] as const
