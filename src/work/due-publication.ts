import { type DueItem, findDue, nextDueItem, postpone, publishDue } from '#areas/publishing/index.ts'
import { type Announce, announceNothing } from '#kernel/announce.ts'
import type { Checks } from '#kernel/checks.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { startedBySystem } from './started-by-system.ts'
import type { Due } from './workshop.ts'

type Parts = {
  database: TenantDatabase
  announce?: Announce
  checks: Checks
  baseUrl: () => string
  log: Log
  /** How many due items are read at once. */
  batch?: number
}

export type DuePublication = Due & {
  /** Whether items are being published: what can wait leaves the database to it. */
  isBusy(): boolean
}

/** Transactions at once on PostgreSQL; calls share its connections. The embedded engine has one. */
const lanes = 4

/**
 * Publishes what is due. There is no lease and no queue: every worker looks for itself, the row's lock decides which one publishes
 * an item, and the others find it published. A worker that is killed leaves nothing locked that others wait for
 * (publishing.md#workers-find-due-items).
 */
export function duePublication({
  database,
  announce = announceNothing,
  checks,
  baseUrl,
  log,
  batch = 500,
}: Parts): DuePublication {
  const width = database.backend.kind === 'postgres' ? lanes : 1
  let isBusy = false

  async function round(stopping: AbortSignal): Promise<'more' | 'idle'> {
    const due = shuffled(await database.asSystem((db) => findDue(db, batch)))
    isBusy = due.length > 0
    if (!isBusy) return 'idle'
    const left = await publishAll(due, stopping).catch((error: unknown) => {
      isBusy = false
      throw error
    })
    isBusy = left === 'more'
    return left
  }

  async function publishAll(due: readonly DueItem[], stopping: AbortSignal): Promise<'more' | 'idle'> {
    const counts = { published: 0, refused: 0, passed: 0 }
    const next = due.values()
    const lane = async () => {
      for (const item of next) {
        if (stopping.aborted) return
        counts[await settle(item)]++
      }
    }
    const ends = await Promise.allSettled(Array.from({ length: width }, lane))
    if (counts.published > 0) log.info(counts, 'scheduled items published')
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    // What others have locked is looked at again in a second, not at once.
    return counts.published + counts.refused > 0 ? 'more' : 'idle'
  }

  async function settle({ organizationId, itemId }: DueItem): Promise<'published' | 'refused' | 'passed'> {
    const now = new Date()
    try {
      return await database.forOrganization({ organizationId }, 'write', ({ db }) =>
        publishDue(
          {
            db,
            checks,
            now,
            baseUrl: baseUrl(),
            announce: (change) => announce(db, change, { organizationId, now, start: startedBySystem(db) }),
          },
          itemId,
        ),
      )
    } catch (error) {
      const refusal = asRefusal(error)
      // The database itself is unreachable: nothing can be recorded, and nothing is wrong with the item.
      if (refusal.code === 'unavailable') throw error
      const fields = { organizationId, itemId, code: refusal.code }
      if (refusal.status >= 500) log.error({ ...fields, err: error }, 'scheduled item could not be published')
      else log.info(fields, 'scheduled item was not published')
      await database.forOrganization({ organizationId }, 'write', ({ db }) =>
        postpone(db, itemId, { code: refusal.code, message: refusal.message, now }),
      )
      return 'refused'
    }
  }

  return { name: 'due items', next: nextDueItem, rank: 'due', round, isBusy: () => isBusy }
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return new Refusal('internal_error', 'Masthead could not publish the item. The log of the server says why.')
}

// Workers that find the same items start with different ones.
function shuffled<T>(all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
