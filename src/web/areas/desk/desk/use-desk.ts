import { addDays } from '#std/zoned-time.ts'
import type { Range } from '#web/areas/desk/desk/desk-search.ts'
import { useOrganization } from '#web/context.ts'
import { useOperation } from '#web/use-operation.ts'

/** What the Desk shows: five reads side by side (web.md#five-reads-side-by-side). */
export function useDesk(range: Range) {
  const mayReadLog = ['owner', 'admin'].includes(useOrganization().role)
  const dashboard = useOperation('getDashboard', { range, compare: true })
  const approvals = useOperation('listApprovals', { state: 'pending', pageSize: 10 })
  const calendar = useOperation('listCalendar', { from: today(), to: addDays(today(), 6) })
  const log = useOperation('listAgentAuditLog', { changesOnly: true, pageSize: 40 }, { enabled: mayReadLog })
  const changed = useOperation('listManagerItems', { pageSize: 8 }, { enabled: !mayReadLog })
  const steps = useOperation('getOnboardingStatus', {}, { staleTime: 60_000 })
  const reads = [dashboard, approvals, calendar, mayReadLog ? log : changed, steps]
  return {
    dashboard,
    approvals,
    calendar,
    news: mayReadLog ? ({ log } as const) : ({ changed } as const),
    hasSteps: steps.data?.steps.some(({ state }) => state === 'todo') ?? false,
    /** Shown as a whole: nothing moves when another part arrives. */
    isReady: reads.every(({ data, error }) => data !== undefined || error !== null),
    error: reads.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    retry: () => void Promise.all(reads.map(({ refetch }) => refetch())),
  }
}

/** The day where the person is. */
function today(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}
