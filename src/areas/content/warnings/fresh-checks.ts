import type { OrganizationFacts } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'

import { checkRows } from './check-item.ts'
import { staleItems } from './recheck-items.ts'
import { readSurroundings } from './site.ts'
import type { PublishingWarning } from './warning.ts'

/** What was found just now of items whose stored warnings may be wrong, and how many of those were left. */
export type FreshChecks = { found: ReadonlyMap<string, readonly PublishingWarning[]>; unchecked: number }

type Ctx = {
  access: { organization: Pick<OrganizationFacts, 'id'> }
  signal: AbortSignal | undefined
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>
}

const batch = 25
const most = 100
const milliseconds = 500

/**
 * Checks items whose stored warnings may be wrong, for a call that only reads: at most 100, and none is begun after half a
 * second, or the worker would wait for its turn. The worker of `recheckItems` keeps what it finds, so that there are seldom many.
 */
export async function freshChecks({ access, signal, read }: Ctx): Promise<FreshChecks> {
  const end = performance.now() + milliseconds
  const organizationId = access.organization.id
  const { rows, count } = await read(async (db) => staleItems(db, await readSurroundings(db, organizationId), most))
  const found = new Map<string, readonly PublishingWarning[]>()
  for (let at = 0; at < rows.length; at += batch) {
    if (performance.now() > end || signal?.aborted === true) break
    const checks = await read(async (db) =>
      checkRows(db, await readSurroundings(db, organizationId), rows.slice(at, at + batch)),
    )
    for (const { row, checked } of checks) found.set(row.id, checked.warnings)
  }
  return { found, unchecked: count - found.size }
}
