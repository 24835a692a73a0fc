import { addHits } from '#areas/addresses/index.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { type WaitingCounters, waitingCounters } from './waiting-counters.ts'

/** Counts how often redirects are followed, apart from the requests that follow them. */
export type RedirectHits = Pick<WaitingCounters<unknown>, 'flush' | 'stop'> & {
  /** Returns at once. */
  followed(organizationId: string, redirectId: string): void
}

const mostWaiting = 10_000

/** Collects hits for a while and writes them in one statement per organization, so that `/v1` stays a read. */
export function countRedirects({
  database,
  log,
  ...more
}: {
  database: TenantDatabase
  log: Log
  everyMs?: number
}): RedirectHits {
  const { add, flush, stop } = waitingCounters<{ redirectId: string; n: number }>({
    name: 'hits of redirects',
    most: mostWaiting,
    log,
    ...more,
    async write(organizationId, counters) {
      const hits = new Map(counters.map(({ redirectId, n }) => [redirectId, n]))
      await database.forOrganization({ organizationId }, 'write', ({ db }) => addHits(db, hits))
    },
  })
  return {
    followed: (organizationId, redirectId) => add(organizationId, redirectId, { redirectId, n: 1 }),
    flush,
    stop,
  }
}
