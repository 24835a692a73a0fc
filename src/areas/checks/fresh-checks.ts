import { surroundingsAsked } from '#areas/items/index.ts'
import { ask, joined } from '#kernel/ask.ts'
import type { Reading } from '#kernel/checks.ts'
import type { PublishingWarning } from '#kernel/publishing-warning.ts'

import { checkAll, withBodies } from './check-item.ts'
import { faultsOf, picturesAsked } from './organization-faults.ts'
import { aroundOf } from './site.ts'
import { staleItems } from './stale-items.ts'

/** What was just found in items whose stored warnings may be wrong, and how many of these items were left. */
export type FreshChecks = {
  found: ReadonlyMap<string, readonly PublishingWarning[]>
  unchecked: number
  /** What is wrong with the organization itself. */
  faults: readonly PublishingWarning[]
}

const batch = 25
const most = 100
const milliseconds = 500

/**
 * Checks items whose stored warnings may be wrong, for a call that only reads: at most 100, and none is started after half
 * a second, so that the worker gets its turn. The worker of `recheckItems` stores what it finds, so there are seldom many.
 */
export async function freshChecks({ access, signal, read }: Reading): Promise<FreshChecks> {
  const end = performance.now() + milliseconds
  const { around, rows, count, faults } = await read(async (db) => {
    const { surroundings, pictures } = await ask(
      db,
      joined({ surroundings: surroundingsAsked(), pictures: picturesAsked() }),
    )
    const around = aroundOf(surroundings, access.organization.id)
    return {
      around,
      ...(await staleItems(db, around, most)),
      faults: faultsOf(around.site, pictures),
    }
  })
  const found = new Map<string, readonly PublishingWarning[]>()
  for (let at = 0; at < rows.length; at += batch) {
    if (performance.now() > end || signal?.aborted === true) break
    const some = rows.slice(at, at + batch)
    const checks = await read(async (db) => checkAll(db, around, await withBodies(db, some)))
    for (const { row, checked } of checks) found.set(row.id, checked.warnings)
  }
  return { found, unchecked: count - found.size, faults }
}
