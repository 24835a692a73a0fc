import { nextRecheck, postponeRecheck, recheckItems } from '#areas/checks/index.ts'
import { Refusal } from '#kernel/errors.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { isRetryable, unavailable } from '#platform/database/database-gone.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import type { Due } from './workshop.ts'

/** Between two rounds, in ms: what is edited again and again is checked once for all of it. */
const pause = 5000
/** Items of one transaction at most, and how long one should take, in ms: it holds up whoever else needs the connection. */
const mostAtOnce = 25
const msOfBatch = 50
/** Batches of one organization before it is the turn of the next one. */
const turn = 20
/** Until an item whose check failed is tried again: soon where the database was busy, later where the item is at fault. */
const secondsUntil = { busy: 10, fault: 3600 }

type Parts = {
  database: TenantDatabase
  log: Log
  /** Whether something more urgent is under way: meanwhile nothing is begun. */
  isBusy?: () => boolean
}

/** How many items fit into a batch, by what the last ones took. */
type Pace = { atOnce: number }

/**
 * Looks again at items whose stored warnings may be wrong; several workers share the work. An item whose check fails is put off,
 * an organization that fails is skipped until the next round: neither holds up the others.
 */
export function rechecks({ database, log, isBusy = () => false }: Parts): Due {
  const pace: Pace = { atOnce: 5 }
  return {
    name: 'rechecks',
    next: nextRecheck,
    pauseMs: pause,
    async round(stopping) {
      let left: 'more' | 'idle' = 'idle'
      const isStopped = () => stopping.aborted || isBusy()
      if (isStopped()) return left
      for (const organizationId of await organizationsDue(database)) {
        try {
          if (await turnOf({ database, log, pace }, organizationId, isStopped)) left = 'more'
        } catch (error) {
          log.error({ organizationId, err: error }, 'items could not be checked again')
        }
      }
      return left
    },
  }
}

type Working = Parts & { pace: Pace }

/** Returns whether something was done. */
async function turnOf(parts: Working, organizationId: OrganizationId, isStopped: () => boolean): Promise<boolean> {
  for (let i = 0; i < turn && !isStopped(); i++) {
    const { pace } = parts
    const began = performance.now()
    const done = await recheck(parts, organizationId, pace.atOnce).catch(() => oneByOne(parts, organizationId))
    if (done === 0) return i > 0
    const fitting = (pace.atOnce * msOfBatch) / Math.max(1, performance.now() - began)
    pace.atOnce = Math.max(1, Math.min(mostAtOnce, pace.atOnce * 2, Math.floor(fitting)))
  }
  return true
}

/** The items of a batch that failed, each in a transaction of its own: what cannot be checked is put off. */
async function oneByOne(parts: Working, organizationId: OrganizationId): Promise<number> {
  const { atOnce } = parts.pace
  for (let n = 0; n < atOnce; n++) {
    try {
      if ((await recheck(parts, organizationId, 1)) === 0) return n
    } catch (error) {
      const isBusy = isPassing(error)
      const seconds = isBusy ? secondsUntil.busy : secondsUntil.fault
      const itemId = await parts.database.forOrganization({ organizationId }, 'write', ({ db }) =>
        postponeRecheck(db, seconds),
      )
      if (isBusy) parts.log.info({ organizationId, itemId }, 'item is checked again soon: the database was busy')
      else parts.log.error({ organizationId, itemId, err: error }, 'item could not be checked again')
    }
  }
  return atOnce
}

/** Whether a failure says something about the database right now, and nothing about the item. */
function isPassing(error: unknown): boolean {
  return (error instanceof Refusal && error.status === 503) || unavailable(error) !== error || isRetryable(error)
}

function recheck({ database }: Parts, organizationId: OrganizationId, limit: number): Promise<number> {
  return database.forOrganization({ organizationId }, 'write', ({ db }) => recheckItems(db, organizationId, limit))
}

async function organizationsDue(database: TenantDatabase): Promise<OrganizationId[]> {
  const rows = await database.asSystem((db) =>
    db.selectFrom('item_recheck').select('organization_id').distinct().execute(),
  )
  return rows.map((row) => row.organization_id as OrganizationId)
}
