import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import { earliestId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { createLoop } from '#platform/jobs/loop.ts'

import { recordsBetween, recordsOfSeal, rootOf, type Seal, sha256, type Signing, textOfSeal } from './audit-seals.ts'
import { keepUpWithDatabase } from './ids-ahead.ts'

type Parts = {
  database: Pick<TenantDatabase, 'asSystem'>
  signing: Pick<Signing, 'sign'>
  log: Log
  /** Replaces the clock of the database. Only tests set it. */
  now?: () => Date
}

const everyMs = 60_000
/** Records are sealed when no transaction that began before them can still be open. In ms. */
const settledAfter = 120_000

/** Seals the audit records of every organization once a minute (audit.md#sealed-behind-the-calls). */
export function sealingOfAudit(parts: Parts): { start(): void; stop(): Promise<void> } {
  return createLoop({
    name: 'audit seals',
    everyMs,
    log: parts.log,
    async round() {
      await sealAudit(parts)
      return 'idle'
    },
  })
}

/**
 * Seals what is old enough by the clock that all nodes share. One organization that fails keeps no other from its seal. Returns how
 * many records of how many seals.
 */
export async function sealAudit({ database, signing, log, now }: Parts) {
  const shared = await database.asSystem(keepUpWithDatabase)
  const at = now?.() ?? shared
  const upTo = earliestId('auditRecord', at.getTime() - settledAfter)
  const made = { seals: 0, records: 0 }
  const sealAll = async (organizationId: string) => {
    for (;;) {
      const seal = await database.asSystem((db) => sealNext(db, { organizationId, upTo, at, signing }))
      if (seal === undefined) return
      made.seals++
      made.records += seal.count
      log.info({ organizationId, n: seal.n, records: seal.count, seal: seal.seal.toString('hex') }, 'audit sealed')
      if (seal.count < recordsOfSeal) return
    }
  }
  for (const organizationId of await database.asSystem((db) => organizationsWithNews(db, upTo)))
    await sealAll(organizationId).catch((error: unknown) =>
      log.error({ organizationId, err: error }, 'audit records could not be sealed'),
    )
  return made
}

async function organizationsWithNews(db: Writer, upTo: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from auth.organizations o where exists (
      select from app.audit_record r where r.organization_id = o.id and r.id <= ${upTo} and r.id > coalesce(
        (select last_id from app.audit_seal s where s.organization_id = o.id order by n desc limit 1), ''))`.execute(db)
  return rows.map(({ id }) => id)
}

type Next = { organizationId: string; upTo: string; at: Date; signing: Pick<Signing, 'sign'> }

/** Of two nodes that seal the same, one does: the other one's row has a number that is taken. */
async function sealNext(db: Writer, { organizationId, upTo, at, signing }: Next) {
  const before = await db
    .selectFrom('audit_seal')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  const range = { organizationId, after: before?.last_id ?? '', upTo, limit: recordsOfSeal }
  const records = await recordsBetween(db, range)
  const last = records.at(-1)
  if (last === undefined) return undefined
  const leaves = records.map(({ leaf }) => leaf)
  const unsigned = {
    n: (before?.n ?? 0) + 1,
    last_id: last.id,
    count: records.length,
    root: rootOf(leaves),
    sealed_at: at,
  }
  const seal = sha256(textOfSeal(unsigned, before))
  const made = {
    ...unsigned,
    organization_id: organizationId,
    leaves: Buffer.concat(leaves),
    seal,
    mac: signing.sign(seal.toString('hex')),
  } satisfies Seal
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto('audit_seal')
    .values(made)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return inserted === 1n ? made : undefined
}
