import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'

import type { Pace } from './pace.ts'

/** A delivery that this worker holds for now. `attempts` is the fencing token: only its latest holder marks it. */
export type Claimed = { organizationId: string; id: string; attempts: number }

type Wanted = { limit: number; healthyOnly: boolean }

// Conditions compare with statement_timestamp(), so that an index serves them; clock_timestamp() would be evaluated for every
// row.

/** An address that may be sent to; with `healthyOnly`, one that answered last time. */
const open = (healthyOnly: boolean) =>
  sql`e.disabled_at is null and (e.probe_at is null or e.probe_at <= statement_timestamp()) and (not ${healthyOnly}::boolean or (e.failures = 0 and e.last_ok_at is not null))`

/**
 * Takes due deliveries of the organizations that have waited longest, as background work for all organizations; those of
 * suspended and deleted ones are left. Never more than an organization's share are under way; a delivery waits for an older
 * one to the same address about the same item.
 */
export async function claimDeliveries(db: Writer, pace: Pace, { limit, healthyOnly }: Wanted): Promise<Claimed[]> {
  const organizations = await sql<{ id: string }>`
    select s.organization_id as id from app.revalidation_setting s
    join auth.organizations a on a.id = s.organization_id and a.suspended_at is null and a.deleted_at is null
    where exists (
      select from app.webhook_endpoint e where e.organization_id = s.organization_id and ${open(healthyOnly)} and exists (
        select from app.delivery d where d.organization_id = e.organization_id and d.endpoint = e.endpoint
          and d.next_attempt_at <= statement_timestamp()))
      and (select count(*) from app.delivery f where f.organization_id = s.organization_id and f.lease_until is not null) < ${pace.perOrganization}
    order by s.served_at nulls first, s.organization_id
    limit ${limit} for update of s skip locked`.execute(db)
  const claimed: Claimed[] = []
  for (const { id } of organizations.rows) {
    if (claimed.length >= limit) break
    claimed.push(...(await claimOf(db, pace, { id, room: limit - claimed.length, healthyOnly })))
  }
  await markServed(
    db,
    organizations.rows.map(({ id }) => id),
  )
  return claimed
}

/**
 * When the first delivery that may be sent is due, or when a worker that has one counts as dead. Addresses that are only probed
 * are looked up again each time.
 */
export const nextDelivery = sql`select least(
  (select d.next_attempt_at from app.delivery d
    join app.webhook_endpoint e on e.organization_id = d.organization_id and e.endpoint = d.endpoint and ${open(false)}
    join auth.organizations a on a.id = d.organization_id and a.suspended_at is null and a.deleted_at is null
    where d.next_attempt_at is not null order by d.next_attempt_at limit 1),
  (select min(lease_until) from app.delivery where lease_until is not null))`

type Candidate = { id: string; endpoint: string; failures: number }

// A statement of its own, once the row of the organization is locked: it sees what every earlier worker took.
async function claimOf(
  db: Writer,
  pace: Pace,
  { id: organizationId, room, healthyOnly }: { id: string; room: number; healthyOnly: boolean },
): Promise<Claimed[]> {
  const { rows } = await sql<Candidate>`
    select d.id, d.endpoint, e.failures
    from app.delivery d join app.webhook_endpoint e on e.organization_id = d.organization_id and e.endpoint = d.endpoint
    where d.organization_id = ${organizationId} and d.next_attempt_at <= statement_timestamp() and ${open(healthyOnly)}
      and not exists (
        select from app.delivery o where o.organization_id = ${organizationId} and o.endpoint = d.endpoint
          and (o.next_attempt_at is not null or o.lease_until is not null) and o.subjects && d.subjects
          and (o.created_at, o.id) < (d.created_at, d.id))
    order by d.next_attempt_at, d.created_at, d.id
    limit least(${room}::int, ${pace.perOrganization}::int - (
      select count(*)::int from app.delivery f where f.organization_id = ${organizationId} and f.lease_until is not null))
    for update of d skip locked`.execute(db)
  const probed = new Set<string>()
  const chosen = rows.filter(({ endpoint, failures }) => {
    if (failures < pace.failuresUntilOpen) return true
    const isFirst = !probed.has(endpoint)
    probed.add(endpoint)
    return isFirst
  })
  if (chosen.length === 0) return []
  if (probed.size > 0) await postponeProbes(db, organizationId, { endpoints: [...probed], afterMs: pace.probeEveryMs })
  const taken = await sql<{ id: string; attempts: number }>`
    update app.delivery set state = 'delivering', attempts = attempts + 1, tries = tries + 1, next_attempt_at = null,
      lease_until = clock_timestamp() + ${pace.leaseMs} * interval '1 millisecond'
    where organization_id = ${organizationId} and id = any(${chosen.map(({ id }) => id)})
    returning id, attempts`.execute(db)
  return taken.rows.map(({ id, attempts }) => ({ organizationId, id, attempts }))
}

/** Makes due again what a worker took and did not mark in time: it is sent again, under the same id. */
export async function reclaimLost(db: Writer): Promise<void> {
  await sql`update app.delivery set state = 'failed', next_attempt_at = clock_timestamp(), lease_until = null
    where lease_until < statement_timestamp()`.execute(db)
}

/** Returns what a stopping worker cannot finish: no attempt is used up. */
export async function giveBack(db: Writer, given: readonly Claimed[]): Promise<void> {
  const [organizationIds, ids] = [given.map(({ organizationId }) => organizationId), given.map(({ id }) => id)]
  await sql`update app.delivery d
    set state = 'queued', next_attempt_at = clock_timestamp(), lease_until = null, tries = greatest(0, tries - 1)
    from unnest(${organizationIds}::text[], ${ids}::text[], ${given.map(({ attempts }) => attempts)}::int[])
      as g (organization_id, id, attempts)
    where d.organization_id = g.organization_id collate "C" and d.id = g.id collate "C" and d.attempts = g.attempts
      and d.lease_until is not null`.execute(db)
}

// One probe at a time, whatever its outcome.
async function postponeProbes(
  db: Writer,
  organizationId: string,
  { endpoints, afterMs }: { endpoints: readonly string[]; afterMs: number },
): Promise<void> {
  await sql`update app.webhook_endpoint set probe_at = clock_timestamp() + ${afterMs} * interval '1 millisecond'
    where organization_id = ${organizationId} and endpoint = any(${endpoints})`.execute(db)
}

async function markServed(db: Writer, organizationIds: readonly string[]): Promise<void> {
  if (organizationIds.length === 0) return
  await sql`update app.revalidation_setting set served_at = clock_timestamp() where organization_id = any(${organizationIds})`.execute(
    db,
  )
}
