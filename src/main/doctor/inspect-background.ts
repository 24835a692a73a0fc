import { usualPace } from '#areas/integrations/index.ts'
import type { Connection } from '#platform/database/connection.ts'
import { sqlStateOf } from '#platform/database/database-gone.ts'

/** How background work keeps up. All values are JSON: a running server sends it to another process. */
export type Background = {
  /** Seconds since the oldest one that waits could have begun; null: none waits. */
  waiting: Record<'job' | 'scheduled item', number | null>
  /** Websites for which messages wait: those that fail again and again, and those that said they are gone. */
  websites: { failing: number; gone: number }
  /** Counts of items that differ from what there is. */
  wrongCounts: number
  /** Seals over the audit log, and seconds since the oldest record without one; null: all have one. Absent in older servers. */
  audit?: { seals: number; unsealed: number | null }
}

const insufficientPrivilege = '42501'

/**
 * Inspects what waits, in one read-only transaction with the rights of a worker. Null where there is no queue yet, and where the
 * account of the connection may not take on these rights.
 */
export async function inspectBackground(connection: Connection): Promise<Background | null> {
  await connection.send('BEGIN READ ONLY')
  try {
    const { rows: known } = await connection.query<{ canLook: boolean }>(
      `select to_regclass('app.delivery') is not null and to_regprocedure('app.wrong_counts()') is not null
        and exists (select from pg_attribute where attrelid = to_regclass('app.job') and attname = 'due_at')
        and to_regclass('app.audit_seal') is not null
        and exists (select from pg_roles where rolname = 'masthead_system' and pg_has_role(oid, 'member')) as "canLook"`,
    )
    if (known[0]?.canLook !== true) return null
    if (!(await takeOnRights(connection))) return null
    const { rows } = await connection.query<{
      job: number | null
      item: number | null
      failing: number
      gone: number
      wrong: number
      seals: number
      unsealed: number | null
    }>(
      `with website as (
        select e.failures, e.disabled_at from app.webhook_endpoint e
        where (e.disabled_at is not null or e.failures >= ${usualPace.failuresUntilOpen}) and exists (
          select from app.delivery d
          where d.organization_id = e.organization_id and d.endpoint = e.endpoint and d.next_attempt_at is not null))
      select
        (select ${secondsSince('min(due_at)')} from app.job where state in ('queued', 'running') and due_at <= now()) as job,
        (select ${secondsSince('min(coalesce(i.publish_retry_at, i.publish_at))')} from app.item i
          join auth.organizations o on o.id = i.organization_id and o.suspended_at is null and o.deleted_at is null
          where i.effective_status = 'scheduled' and i.trashed_at is null
            and coalesce(i.publish_retry_at, i.publish_at) <= now()) as item,
        (select count(*)::int from website where disabled_at is null) as failing,
        (select count(*)::int from website where disabled_at is not null) as gone,
        (select count(*)::int from app.wrong_counts()) as wrong,
        (select count(*)::int from app.audit_seal) as seals,
        (select ${secondsSince('min(first.created_at)')} from auth.organizations o
          left join lateral (select last_id from app.audit_seal s where s.organization_id = o.id order by n desc limit 1) as seal on true
          cross join lateral (select created_at from app.audit_record r
            where r.organization_id = o.id and r.id > coalesce(seal.last_id, '') order by r.id limit 1) as first) as unsealed`,
    )
    const [found] = rows
    if (found === undefined) throw new Error('The database does not say what waits')
    const { job, item, failing, gone, wrong, seals, unsealed } = found
    return {
      waiting: { job, 'scheduled item': item },
      websites: { failing, gone },
      wrongCounts: wrong,
      audit: { seals, unsealed },
    }
  } finally {
    await connection.send('ROLLBACK')
  }
}

// Since PostgreSQL 16 not every member of a role may take it on.
async function takeOnRights(connection: Connection): Promise<boolean> {
  try {
    await connection.send('SET LOCAL ROLE masthead_system')
    return true
  } catch (error) {
    if (sqlStateOf(error) === insufficientPrivilege) return false
    throw error
  }
}

function secondsSince(moment: string): string {
  return `extract(epoch from now() - ${moment})::float8`
}
