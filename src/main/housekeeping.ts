import { sql } from 'kysely'

import { removeExpiredPayloads, removeUnusedClients, warnOfExpiry } from '#areas/account/index.ts'
import { removeOldApprovals } from '#areas/approvals/index.ts'
import { removeExpiredTrash } from '#areas/content/index.ts'
import { expireApprovals } from '#catalog/expire-approvals.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import type { Mail } from '#kernel/mail.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { purgeOrganizations } from './purge-organizations.ts'

const hour = 3600_000
const firstAfter = 60_000
const batch = 1000

type Parts = { database: TenantDatabase; mail: Mail; baseUrl: () => string; log: Log }

/** What is removed or told when its time has come, once an hour; several nodes may do it at once. Answers how to stop it. */
export function startHousekeeping({ log, ...parts }: Parts): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  const round = () => {
    running = keepHouse(parts, () => stopped).catch((error: unknown) =>
      log.error({ err: error }, 'housekeeping failed'),
    )
  }
  const first = setTimeout(round, firstAfter)
  const every = setInterval(round, hour)
  first.unref()
  every.unref()
  return {
    async stop() {
      stopped = true
      clearTimeout(first)
      clearInterval(every)
      await running
    },
  }
}

/**
 * One round: idempotency keys after 24 hours, trash after 30 days, calls that nobody approved in time, sessions, links,
 * counters and mail that are over, what OAuth does not need any more, deleted organizations; a mail about keys that end soon.
 */
async function keepHouse(
  { database, mail, baseUrl }: Omit<Parts, 'log'>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const inBatches = async (removed: () => Promise<number>) => {
    while (!isStopped() && (await removed()) === batch);
  }
  await inBatches(() => removeOldKeys(database))
  await inBatches(() => removeOldSessions(database))
  await inBatches(() => database.asIdentity((db) => removeExpiredPayloads(db, batch)))
  await inBatches(() => database.asIdentity((db) => removeUnusedClients(db, batch)))
  await inBatches(() => removeIdleCounters(database))
  await inBatches(() => removeOldLinks(database))
  await inBatches(() => removeOldAttempts(database))
  await inBatches(() => removeUnsentMail(database))
  await inBatches(() =>
    database.asIdentity((db) => warnOfExpiry(db, { mail, baseUrl: baseUrl(), now: new Date(), batch })),
  )
  await inBatches(() => removeOldSignUps(database))
  await purgeOrganizations(database, isStopped)
  for (const organizationId of await organizations(database)) {
    await inBatches(() =>
      database.forOrganization({ organizationId }, 'write', ({ db }) => removeExpiredTrash(db, batch)),
    )
    await inBatches(() =>
      database.forOrganization({ organizationId }, 'write', ({ db }) =>
        expireApprovals(db, { organizationId, limit: batch }),
      ),
    )
    await inBatches(() =>
      database.forOrganization({ organizationId }, 'write', ({ db }) => removeOldApprovals(db, batch)),
    )
  }
}

async function removeOldKeys(database: TenantDatabase): Promise<number> {
  return database.asSystem(async (db) => {
    const { numAffectedRows } = await sql`delete from app.idempotency_key where (organization_id, principal, key) in
      (select organization_id, principal, key from app.idempotency_key where created_at < now() - interval '24 hours' limit ${batch})`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0)
  })
}

async function removeOldSessions(database: TenantDatabase): Promise<number> {
  return database.asIdentity(async (db) => {
    const { numAffectedRows } =
      await sql`delete from auth.sessions where id in (select id from auth.sessions where expires_at < now() limit ${batch})`.execute(
        db,
      )
    return Number(numAffectedRows ?? 0)
  })
}

async function removeOldSignUps(database: TenantDatabase): Promise<number> {
  return database.asIdentity(async (db) => {
    const { numAffectedRows } =
      await sql`delete from auth.sign_ups where token_hash in (select token_hash from auth.sign_ups where expires_at < now() limit ${batch})`.execute(
        db,
      )
    return Number(numAffectedRows ?? 0)
  })
}

// Windows are a day at most: what is older counts for nothing.
async function removeIdleCounters(database: TenantDatabase): Promise<number> {
  return database.asIdentity(async (db) => {
    const { numAffectedRows } = await sql`delete from auth.rate_ring where (credential_id, slot) in
      (select credential_id, slot from auth.rate_ring where at < now() - interval '25 hours' limit ${batch})`.execute(
      db,
    )
    await sql`delete from auth.rate_head h where not exists (select from auth.rate_ring r where r.credential_id = h.credential_id)`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0)
  })
}

// What a used or expired link answers is known for a while longer. The set-up link has no end.
async function removeOldLinks(database: TenantDatabase): Promise<number> {
  return database.asIdentity(async (db) => {
    const { numAffectedRows } = await sql`delete from auth.one_time_tokens where token_hash in
      (select token_hash from auth.one_time_tokens where expires_at < now() - interval '7 days' limit ${batch})`.execute(
      db,
    )
    return Number(numAffectedRows ?? 0)
  })
}

async function removeOldAttempts(database: TenantDatabase): Promise<number> {
  return database.asIdentity(async (db) => {
    const { numAffectedRows } = await sql`delete from auth.sign_in_attempts where id in
      (select id from auth.sign_in_attempts where last_at < now() - interval '1 day' limit ${batch})`.execute(db)
    return Number(numAffectedRows ?? 0)
  })
}

// The sender gives mail up after a day; this is for installations whose mail server was taken away.
async function removeUnsentMail(database: TenantDatabase): Promise<number> {
  return database.asIdentity(async (db) => {
    const { numAffectedRows } = await sql`delete from auth.mail where id in
      (select id from auth.mail where created_at < now() - interval '2 days' limit ${batch})`.execute(db)
    return Number(numAffectedRows ?? 0)
  })
}

async function organizations(database: TenantDatabase): Promise<OrganizationId[]> {
  const rows = await database.asSystem((db) => db.selectFrom('auth.organizations').select('id').execute())
  return rows.map(({ id }) => id as OrganizationId)
}
