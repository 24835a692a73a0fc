import type { ApprovalState } from '#web/operations.ts'

/** The state of the inbox, all of it in the address. Calls that wait are shown unless the address says otherwise. */
export type ApprovalsSearch = { tab?: Exclude<ApprovalTab, 'pending'>; search?: string; page?: number }
export type ApprovalTab = ApprovalState | 'all'

export const approvalTabs = ['pending', 'approved', 'used', 'declined', 'expired', 'outdated', 'all'] as const

export function approvalsSearch(given: Record<string, unknown>): ApprovalsSearch {
  const tab = approvalTabs.find((name) => name === given['tab'])
  const page = Number(given['page'])
  // A number in the address was typed as text.
  const search = String(given['search'] ?? '')
    .trim()
    .slice(0, 200)
  return {
    ...(tab && tab !== 'pending' ? { tab } : {}),
    ...(search ? { search } : {}),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  }
}
