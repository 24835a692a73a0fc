import { earliestId, isId, timeOfId } from '#kernel/ids.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { createLiveLog, type LiveLog } from './live-log.ts'
import { findLiveCalls, type LiveCall, liveCallsSince, recordIdsSince } from './live-records.ts'

const second = 1000
/** Records that become visible this late, or come from a clock this wrong, are still found. */
const overlap = 30 * second
/** After this long nothing is caught up on: the viewer reads everything again. */
const longestPause = 3600 * second
const mostCaughtUp = 500
/** A feed that nobody watched, or that could not be read, for this long begins again. */
const coldAfter = 120 * second

/** The calls of one organization as this process has read them. */
export type Feed = { log: LiveLog; since: string; readAt: number }

/** The feeds of the organizations that somebody watches, read from the audit records whatever node made them. */
export class LiveFeeds {
  readonly #database: TenantDatabase
  readonly #feeds = new Map<string, Feed>()

  constructor(database: TenantDatabase) {
    this.#database = database
  }

  of(organizationId: string): Feed | undefined {
    return this.#feeds.get(organizationId)
  }

  /**
   * Reads what came since the last time: one query for all organizations, and one more for each that has news. Returns the
   * organizations that have news, or are read for the first time.
   */
  async read(organizationIds: readonly string[]): Promise<string[]> {
    const now = Date.now()
    this.#forgetCold(now)
    const wanted = [...new Set(organizationIds)]
    const floor = earliestId('auditRecord', now - overlap)
    const since = wanted.map((id) => this.#feeds.get(id)?.since ?? floor)
    const found = await this.#database.asSystem((db) => recordIdsSince(db, wanted, since.toSorted()[0] ?? floor))
    const withNews: string[] = []
    for (const organizationId of wanted) {
      if (await this.#take(organizationId, found.get(organizationId) ?? [], { now, floor }))
        withNews.push(organizationId)
    }
    return withNews
  }

  #forgetCold(now: number): void {
    for (const [organizationId, { readAt }] of this.#feeds)
      if (now - readAt > coldAfter) this.#feeds.delete(organizationId)
  }

  // A new viewer does not receive what happened before.
  async #take(
    organizationId: string,
    found: string[],
    { now, floor }: { now: number; floor: string },
  ): Promise<boolean> {
    const known = this.#feeds.get(organizationId)
    const { log, since } = known ?? { log: createLiveLog(), since: floor }
    const ids = log.unknown(found.filter((id) => id >= since))
    if (known === undefined) log.skip(ids)
    else if (ids.length > 0)
      log.append(await this.#database.forOrganization({ organizationId }, 'read', ({ db }) => findLiveCalls(db, ids)))
    this.#feeds.set(organizationId, { log, since: floor, readAt: now })
    log.forgetBefore(floor)
    return known === undefined || ids.length > 0
  }

  /**
   * What came after a message that another process sent, or that this one has forgotten, undefined when that is too much:
   * what came late is sent twice rather than not at all.
   */
  async missedSince(organizationId: string, after: string): Promise<LiveCall[] | undefined> {
    if (!isId('auditRecord', after) || Date.now() - timeOfId(after) > longestPause) return undefined
    const since = earliestId('auditRecord', timeOfId(after) - overlap)
    const calls = await this.#database.forOrganization({ organizationId }, 'read', ({ db }) =>
      liveCallsSince(db, since, mostCaughtUp + 1),
    )
    return calls.length > mostCaughtUp ? undefined : calls.filter(({ id }) => id !== after)
  }
}

/** When the latest call of a feed was; null where none of the last half minute is known. */
export function latestAt({ log }: Feed): string | null {
  const latest = log.lastId()
  return latest === undefined ? null : new Date(timeOfId(latest)).toISOString()
}

/** Where a stream stands that has seen everything in a feed. */
export function cursorOf({ log }: Feed): string {
  return log.lastId() ?? earliestId('auditRecord', Date.now())
}
