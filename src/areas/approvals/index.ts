import { approveCall } from './operations/approve-call.ts'
import { declineCall } from './operations/decline-call.ts'
import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

export {
  type ApprovalState,
  approvalStates,
  heldStates,
  openStates as openApprovalStates,
  rehearsalColumns,
  removeOldApprovals,
  stateNow,
} from './approvals.ts'
export { approverEnded, callerEnded, isNeeded, isOver } from './call-end.ts'
export {
  changesIn,
  changesOf,
  isCompared,
  isNamed,
  isWritten,
  namedRecords,
  nameOf,
  notedRecords,
  noteRecords,
  shownFields,
  titleIn,
  typeOf,
} from './bound-records.ts'
export { withinReach } from './may-decide.ts'
export { idsIn, otherText } from './shown-texts.ts'

export const operations = [listApprovals, approveCall, declineCall, setApprovalPolicy] as const
