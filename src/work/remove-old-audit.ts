import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import { earliestId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { createLoop } from '#platform/jobs/loop.ts'

import { removalText } from './audit-removals.ts'
import type { Signing } from './audit-seals.ts'

type Parts = {
  database: Pick<TenantDatabase, 'asRetention'>
  signing: Pick<Signing, 'sign'>
  log: Log
  now?: () => Date
}

const hour = 3600_000
const batch = 1000
/** No organization keeps its records for fewer days, so that a month younger than that is never dropped. */
const leastDays = 90

/** Removes audit records once an hour that their organization keeps no longer (audit.md#removed-by-one-role). */
export function removalOfAudit(parts: Parts): { start(): void; stop(): Promise<void> } {
  return createLoop({
    name: 'audit retention',
    everyMs: hour,
    log: parts.log,
    async round() {
      await removeOldAudit(parts)
      return 'idle'
    },
  })
}

/** Notes what may go, then lets it go: whole months where no organization keeps any of it, else in batches. */
export async function removeOldAudit({ database, signing, log, now = () => new Date() }: Parts) {
  const at = now()
  const removed = { seals: 0, months: 0, records: 0 }
  const noted = await database.asRetention((db) => noteRemovals(db, { at, signing }))
  // No login may remove: everything is kept, and doctor says so.
  if (noted === undefined) return removed
  removed.seals = noted
  for (const month of (await database.asRetention((db) => oldMonths(db, at))) ?? [])
    if (await database.asRetention((db) => dropMonth(db, month))) removed.months++
  for (let count = batch; count === batch; removed.records += count)
    count = (await database.asRetention(removeBatch)) ?? 0
  if (removed.seals + removed.months + removed.records > 0) log.info(removed, 'old audit records removed')
  return removed
}

type Next = { organization_id: string; n: number; last_id: string }

/** Up to the newest seal of each organization whose records are all older than it keeps them. */
async function noteRemovals(
  db: Writer,
  { at, signing }: { at: Date; signing: Pick<Signing, 'sign'> },
): Promise<number> {
  const { rows: organizations } = await sql<{ id: string; days: number }>`
    select id, audit_days as days from auth.organizations where purged_at is null`.execute(db)
  const next: Next[] = []
  for (const { id, days } of organizations) {
    const before = earliestId('auditRecord', at.getTime() - days * 24 * hour)
    const { rows } = await sql<Next>`select organization_id, n, last_id from app.audit_seal s
      where organization_id = ${id} and last_id < ${before}
        and n > coalesce((select max(n) from app.audit_removal r where r.organization_id = ${id}), 0)
      order by n desc limit 1`.execute(db)
    next.push(...rows)
  }
  for (const each of next) {
    const noted = { ...each, removed_at: at }
    await db
      .insertInto('audit_removal')
      .values({ ...noted, mac: signing.sign(removalText(noted)) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  return next.length
}

async function oldMonths(db: Writer, at: Date): Promise<string[]> {
  const newest = new Date(at.getTime() - leastDays * 24 * hour).toISOString().slice(0, 7).replace('-', '_')
  const { rows } = await sql<{ month: string }>`select substr(relname::text, 14) as month from pg_class
    where relnamespace = 'app'::regnamespace and relispartition and relname ~ '^audit_record_[0-9]{4}_[0-9]{2}$' order by 1`.execute(
    db,
  )
  return rows.map(({ month }) => month).filter((month) => month < newest)
}

async function dropMonth(db: Writer, month: string): Promise<boolean> {
  const { rows } = await sql<{ dropped: boolean }>`select app.drop_audit_partition(${month}) as dropped`.execute(db)
  return rows[0]?.dropped === true
}

async function removeBatch(db: Writer): Promise<number> {
  const { numAffectedRows } = await sql`delete from app.audit_record r using (
      select o.organization_id, o.id, o.created_at from (
        select organization_id, max(last_id) as last_id from app.audit_removal group by organization_id) as m
      cross join lateral (select organization_id, id, created_at from app.audit_record
        where organization_id = m.organization_id and id <= m.last_id order by id limit ${batch}) as o
      limit ${batch}) as old
    where r.organization_id = old.organization_id and r.id = old.id and r.created_at = old.created_at`.execute(db)
  return Number(numAffectedRows ?? 0)
}
