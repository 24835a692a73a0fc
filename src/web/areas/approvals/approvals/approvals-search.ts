import { oneOf, page, searchBy, words } from '#web/address.ts'
import type { ApprovalState } from '#web/operations.ts'

export type ApprovalTab = ApprovalState | 'all'

export const approvalTabs = ['pending', 'approved', 'used', 'declined', 'expired', 'outdated', 'all'] as const

/** The state of the inbox, all of it in the address. Calls that wait are shown unless the address says otherwise. */
export const approvalsSearch = searchBy({ tab: oneOf(approvalTabs, 'pending'), search: words(), page })
export type ApprovalsSearch = ReturnType<typeof approvalsSearch>
