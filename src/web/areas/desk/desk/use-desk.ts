import { useDeferredValue } from 'react'

import { deskQueries } from '#web/areas/desk/desk/desk-reads.ts'
import type { Range } from '#web/areas/desk/desk/desk-search.ts'
import { useFromToday } from '#web/areas/publishing/calendar/use-today.ts'
import { useOrganization } from '#web/context.ts'
import { isAdmin } from '#web/session.ts'
import { useOperation } from '#web/use-operation.ts'

/** What the Desk shows: five reads side by side (web.md#five-reads-side-by-side). */
export function useDesk(range: Range) {
  const isLogRead = isAdmin(useOrganization().role)
  const dashboard = useOperation('getDashboard', deskQueries.dashboard(range))
  const approvals = useOperation('listApprovals', deskQueries.approvals())
  const { calendar } = useFromToday((today) => useOperation('listCalendar', deskQueries.calendar(today)))
  const log = useOperation('listAgentAuditLog', deskQueries.log(), { enabled: isLogRead })
  const changed = useOperation('listManagerItems', deskQueries.changed(), { enabled: !isLogRead })
  const steps = useOperation('getOnboardingStatus', {}, { staleTime: 60_000 })
  const reads = [dashboard, approvals, calendar, isLogRead ? log : changed, steps]
  // In pieces (web.md#large-screens-draw-in-pieces).
  const isReady = useDeferredValue(reads.every(({ data, error }) => data !== undefined || error !== null))
  return {
    dashboard,
    approvals,
    calendar,
    news: isLogRead ? ({ log } as const) : ({ changed } as const),
    hasSteps: steps.data?.steps.some(({ state }) => state === 'todo') ?? false,
    /** Shown as a whole: nothing moves when another part arrives. */
    isReady,
    error: reads.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    retry: () => void Promise.all(reads.map(({ refetch }) => refetch())),
  }
}
