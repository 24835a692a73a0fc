import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'

/**
 * Removes at most `limit` pages of runs that ended 90 days ago (site-audit.md#pages-of-90-days). What a run found, and the
 * latest record of each page, stay. Returns how many there were.
 */
export async function removeOldPages(db: Writer, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from app.site_audit_page where (run_id, id) in (
    select p.run_id, p.id from app.site_audit_page p
      join app.site_audit_run r on r.organization_id = p.organization_id and r.id = p.run_id
    where r.finished_at < now() - interval '90 days' and not p.is_latest limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
