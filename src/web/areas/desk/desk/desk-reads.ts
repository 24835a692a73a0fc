import { addDays } from '#std/zoned-time.ts'
import type { DeskSearch, Range } from '#web/areas/desk/desk/desk-search.ts'
import { localDay } from '#web/local-day.ts'
import type { InputOf, Read } from '#web/operations.ts'

/** The inputs of what the Desk reads (web.md#five-reads-side-by-side). */
export const deskQueries = {
  dashboard: (range: Range): InputOf<'getDashboard'> => ({ range, compare: true }),
  approvals: (): InputOf<'listApprovals'> => ({ state: 'pending', pageSize: 10 }),
  calendar: (): InputOf<'listCalendar'> => ({ from: localDay(), to: addDays(localDay(), 6) }),
  log: (): InputOf<'listAgentAuditLog'> => ({ changesOnly: true, pageSize: 40 }),
  changed: (): InputOf<'listManagerItems'> => ({ pageSize: 8 }),
}

/** Who may read the log sees what agents did, the others what changed. */
export const mayReadLog = (role: string): boolean => ['owner', 'admin'].includes(role)

export function deskReads({ range }: DeskSearch, role: string): readonly Read[] {
  return [
    ['getDashboard', deskQueries.dashboard(range ?? '28d')],
    ['listApprovals', deskQueries.approvals()],
    ['listCalendar', deskQueries.calendar()],
    mayReadLog(role) ? ['listAgentAuditLog', deskQueries.log()] : ['listManagerItems', deskQueries.changed()],
    ['getOnboardingStatus', {}],
  ]
}
