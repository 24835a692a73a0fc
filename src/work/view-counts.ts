import { addFetched, addReported, callerOf, type Fetched, isAiBot, type Reported } from '#areas/analytics/index.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { remember } from '#std/remember.ts'

import { type WaitingCounters, waitingCounters } from './waiting-counters.ts'

/** Counts views and requests of AI crawlers, apart from the requests themselves. Nobody waits for a counter. */
export type ViewCounts = Pick<WaitingCounters<unknown>, 'flush' | 'stop'> & {
  /** Something was fetched from the Content API. Returns at once. */
  fetched(fetch: { organizationId: string; itemId: string | undefined; userAgent: string }): void
  /** A page reports a view of itself. Whether it may, and which item it shows, is found when it is written. Returns at once. */
  reported(view: { organizationId: string; address: string; userAgent: string }): void
}

const mostWaiting = 50_000
/** Anybody can report any address: at most so many wait, in all and of one organization (analytics.md#reports-are-bounded). */
const mostReported = 10_000
const mostReportedOfOne = 2000
/** Every time zone begins its days at a whole quarter of an hour. */
const quarter = 900_000
/** What user agents are told apart by; what comes after it is not looked at. */
const looked = 512

/** Collects for a while and writes in one transaction per organization (analytics.md#views-are-counters). */
export function countViews({
  database,
  now = Date.now,
  ...more
}: {
  database: Pick<TenantDatabase, 'forOrganization'>
  log: Log
  everyMs?: number
  now?: () => number
}): ViewCounts {
  const who = remember(callerOf)
  const callerIn = (userAgent: string) => who(userAgent.length > looked ? userAgent.slice(0, looked) : userAgent)
  const roundedNow = () => new Date(now() - (now() % quarter))

  const fetches = waitingCounters<Fetched>({
    name: 'views',
    most: mostWaiting,
    ...more,
    write: (organizationId, counters) =>
      database.forOrganization({ organizationId }, 'write', ({ db }) => addFetched(db, counters)),
  })
  const reports = waitingCounters<Reported>({
    name: 'reported views',
    most: mostReported,
    mostOfOne: mostReportedOfOne,
    ...more,
    write: (organizationId, counters) =>
      database.forOrganization({ organizationId }, 'write', ({ db }) => addReported(db, counters)),
  })

  function addFetch(organizationId: string, fetched: Fetched): void {
    fetches.add(organizationId, `${fetched.at.getTime()} ${fetched.itemId ?? ''} ${fetched.caller}`, fetched)
  }

  return {
    fetched({ organizationId, itemId, userAgent }) {
      const caller = callerIn(userAgent)
      const isBot = isAiBot(caller)
      if (itemId === undefined && !isBot) return
      const at = roundedNow()
      if (itemId !== undefined) addFetch(organizationId, { at, itemId, caller, n: 1 })
      if (isBot) addFetch(organizationId, { at, itemId: undefined, caller, n: 1 })
    },
    reported({ organizationId, address, userAgent }) {
      const caller = callerIn(userAgent)
      const at = roundedNow()
      reports.add(organizationId, `${at.getTime()} ${caller} ${address}`, { at, address, caller, n: 1 })
    },
    async flush() {
      await Promise.all([fetches.flush(), reports.flush()])
    },
    async stop() {
      await Promise.all([fetches.stop(), reports.stop()])
    },
  }
}
