import { nextRecheck, postponeRecheck, recheckItems } from '#areas/checks/index.ts'
import { Refusal } from '#kernel/errors.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { type SliceSize, sliceSize } from '#kernel/slices.ts'
import { isRetryable, unavailable } from '#platform/database/database-gone.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import type { Due } from './workshop.ts'

/** Between two rounds, in ms: what is edited again and again is checked once for all of it. */
const pause = 5000
/** Items of one transaction at most; as many as its time allows (turns.md#background-work-in-slices). */
const batch = 10
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

/**
 * Looks again at items whose stored warnings may be wrong; several workers share the work. An item whose check fails is put off,
 * an organization that fails is skipped until the next round: neither holds up the others.
 */
export function rechecks({ database, log, isBusy = () => false }: Parts): Due {
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
          if (await turnOf({ database, log }, organizationId, isStopped)) left = 'more'
        } catch (error) {
          log.error({ organizationId, err: error }, 'items could not be checked again')
        }
      }
      return left
    },
  }
}

/** Returns whether something was done. */
async function turnOf(parts: Parts, organizationId: OrganizationId, isStopped: () => boolean): Promise<boolean> {
  const size = sliceSize(batch)
  for (let i = 0; i < turn && !isStopped(); i++) {
    const done = await recheck(parts, organizationId, size).catch(() => oneByOne(parts, organizationId))
    if (done === 0) return i > 0
  }
  return true
}

/** The items of a batch that failed, each in a transaction of its own: what cannot be checked is put off. */
async function oneByOne(parts: Parts, organizationId: OrganizationId): Promise<number> {
  for (let n = 0; n < batch; n++) {
    try {
      if ((await recheck(parts, organizationId, sliceSize(1))) === 0) return n
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
  return batch
}

/** Whether a failure says something about the database right now, and nothing about the item. */
function isPassing(error: unknown): boolean {
  return (error instanceof Refusal && error.status === 503) || unavailable(error) !== error || isRetryable(error)
}

function recheck({ database }: Parts, organizationId: OrganizationId, size: SliceSize): Promise<number> {
  return database.forOrganization({ organizationId, plansOnce: true }, 'write', ({ db }) =>
    size.timed(() => recheckItems(db, organizationId, size.limit())),
  )
}

async function organizationsDue(database: TenantDatabase): Promise<OrganizationId[]> {
  const rows = await database.asSystem((db) =>
    db.selectFrom('item_recheck').select('organization_id').distinct().execute(),
  )
  return rows.map((row) => row.organization_id as OrganizationId)
}
