import { addDays, localDay } from '#std/zoned-time.ts'
import type { DeskSearch, Range } from '#web/areas/desk/desk/desk-search.ts'
import type { InputOf, Read } from '#web/operations.ts'
import { isAdmin } from '#web/session.ts'

/** The inputs of what the Desk reads (web.md#five-reads-side-by-side). */
export const deskQueries = {
  dashboard: (range: Range): InputOf<'getDashboard'> => ({ range, compare: true }),
  approvals: (): InputOf<'listApprovals'> => ({ state: 'pending', pageSize: 10 }),
  calendar: (today: string): InputOf<'listCalendar'> => ({ from: today, to: addDays(today, 6) }),
  log: (): InputOf<'listAgentAuditLog'> => ({ changesOnly: true, pageSize: 40 }),
  changed: (): InputOf<'listManagerItems'> => ({ pageSize: 8 }),
}

export function deskReads({ range }: DeskSearch, role: string): readonly Read[] {
  return [
    ['getDashboard', deskQueries.dashboard(range ?? '28d')],
    ['listApprovals', deskQueries.approvals()],
    ['listCalendar', deskQueries.calendar(localDay())],
    // Who may read the log sees what agents did, the others what changed.
    isAdmin(role) ? ['listAgentAuditLog', deskQueries.log()] : ['listManagerItems', deskQueries.changed()],
    ['getOnboardingStatus', {}],
  ]
}
