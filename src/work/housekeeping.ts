import { sql } from 'kysely'

import { findOrganization, warnOfExpiry } from '#areas/account/index.ts'
import { removeOldCounters } from '#areas/analytics/index.ts'
import { removeOldApprovals } from '#areas/approvals/index.ts'
import { markOutdated, writeMissingSimilarity } from '#areas/checks/index.ts'
import { correctCounts, removeExpiredTrash, removeOldEditRequests, thinRevisions } from '#areas/content/index.ts'
import { removeExpiredExports, removeOldDocuments } from '#areas/exchange/index.ts'
import { removeOldDeliveries, removeOrphans } from '#areas/integrations/index.ts'
import { removeOldJobs } from '#areas/jobs/index.ts'
import { renewEntryWords } from '#areas/library/index.ts'
import { sweepMedia } from '#areas/media/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { removeOldSearches } from '#areas/search-console/index.ts'
import { removeOldPages, removeOldSamples } from '#areas/site-audit/index.ts'
import { renewTopicKeywords } from '#areas/topics/index.ts'
import { readStaleAnswers } from '#areas/visibility/index.ts'
import { expireApprovals } from '#catalog/run/expire-approvals.ts'
import { recordLostImports } from '#catalog/run/lost-imports.ts'
import type { Checks } from '#kernel/checks.ts'
import type { AuthDb, Writer } from '#kernel/database.ts'
import { filesBelow } from '#kernel/files.ts'
import type { OrganizationId } from '#kernel/ids.ts'
import { thinRecordRevisions } from '#kernel/journal.ts'
import type { Log } from '#kernel/log.ts'
import type { Mail } from '#kernel/mail.ts'
import type { SharedRender } from '#kernel/render.ts'
import { type SliceSize, sliceSize } from '#kernel/slices.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import type { FileStore } from '#platform/files/store.ts'
import { createLoop } from '#platform/jobs/loop.ts'

import { beginNight } from './night.ts'
import { purgeOrganizations } from './purge-organizations.ts'
import { identityRemovals } from './remove-old-identity.ts'
import { renderAgain } from './render-again.ts'
import { startedBySystem } from './started-by-system.ts'

const hour = 3600_000
const firstAfter = 60_000
/** Half-written files of a process that was killed are looked for so often (media.md#raw-bytes-go-soon). */
const tidyEvery = 20_000
const batch = 1000
/** Texts that are read in one short transaction. */
const few = 25

type Parts = {
  database: TenantDatabase
  files: FileStore
  mail: Mail
  checks: Checks
  render: SharedRender
  baseUrl: () => string
  log: Log
}

/** What is removed or mailed when its time has come, once an hour; several nodes may do it at once. Returns how to stop it. */
export function startHousekeeping(parts: Parts): { stop(): Promise<void> } {
  let stopped = false
  const loop = createLoop({
    name: 'housekeeping',
    everyMs: hour,
    log: parts.log,
    round: async () => {
      await keepHouse(parts, () => stopped)
      return 'idle'
    },
  })
  const tidying = createLoop({
    name: 'unfinished files',
    everyMs: tidyEvery,
    log: parts.log,
    round: async () => {
      await parts.files.tidy()
      return 'idle'
    },
  })
  tidying.start()
  const first = setTimeout(() => loop.start(), firstAfter)
  first.unref()
  return {
    async stop() {
      stopped = true
      clearTimeout(first)
      await Promise.all([loop.stop(), tidying.stop()])
    },
  }
}

type Task = { name: string; run: () => Promise<void> }

/**
 * One round: idempotency keys after 24 hours, trash after 30 days, calls that nobody approved in time, sessions, links,
 * counters and mail that have expired, what OAuth no longer needs, files of media, deleted organizations; a mail about keys
 * that expire soon. A task that fails is logged and has its next turn in an hour: the others do not wait for it.
 */
export async function keepHouse(parts: Parts, isStopped: () => boolean = () => false): Promise<void> {
  const { database, files, log } = parts
  const doAll = async (tasks: readonly Task[], fields: { organizationId?: OrganizationId } = {}) => {
    for (const { name, run } of tasks) {
      if (isStopped()) return
      await run().catch((error: unknown) => log.error({ task: name, ...fields, err: error }, 'housekeeping failed'))
    }
  }
  await doAll(commonTasks(parts, isStopped))
  for (const organizationId of await organizations(database))
    await doAll(tasksOf(organizationId, parts, isStopped), { organizationId })
  for (const organizationId of await organizations(database))
    await doAll([{ name: 'bodies', run: () => renderAgain(parts, organizationId, isStopped) }], { organizationId })
  // Last, because the file store may be unreachable: nothing else waits for it.
  for (const organizationId of await organizations(database))
    await doAll([sweepOf(organizationId, parts, isStopped)], { organizationId })
  await doAll([
    { name: 'unfinished files', run: () => files.tidy() },
    { name: 'deleted organizations', run: () => purgeOrganizations({ database, files, log }, isStopped) },
  ])
}

function commonTasks({ database, mail, baseUrl }: Parts, isStopped: () => boolean): Task[] {
  const ofIdentity = (work: (db: AuthDb, limit: number) => Promise<number>) =>
    inSlices((limit, timed) => database.asIdentity((db) => timed(() => work(db, limit))), { isStopped })
  return [
    {
      name: 'idempotency keys',
      run: inSlices((limit, timed) => removeOldKeys({ database, limit, timed }), { isStopped }),
    },
    ...identityRemovals.map(({ name, remove }) => ({ name, run: ofIdentity(remove) })),
    {
      name: 'warnings of expiry',
      run: ofIdentity((db, limit) => warnOfExpiry(db, { mail, baseUrl: baseUrl(), now: new Date(), batch: limit })),
    },
  ]
}

function tasksOf(organizationId: OrganizationId, { database, checks, log }: Parts, isStopped: () => boolean): Task[] {
  const ofOrganization = (work: (db: Writer, limit: number) => Promise<number>, size = batch) =>
    inSlices(
      (limit, timed) => database.forOrganization({ organizationId }, 'write', ({ db }) => timed(() => work(db, limit))),
      { isStopped, most: size },
    )
  return [
    { name: 'trash', run: ofOrganization((db, limit) => removeExpiredTrash({ db, checks }, limit)) },
    {
      name: 'copies of deleted items',
      run: ofOrganization((db, limit) => removeOrphans(db, startedBySystem(db), limit)),
    },
    { name: 'revisions', run: ofOrganization(thinRevisions) },
    { name: 'revisions of other records', run: ofOrganization(thinRecordRevisions) },
    { name: 'open approvals', run: ofOrganization((db, limit) => expireApprovals(db, { organizationId, limit })) },
    {
      name: 'records of imports',
      run: ofOrganization((db, limit) =>
        recordLostImports(db, { organizationId, before: new Date(Date.now() - hour), limit }),
      ),
    },
    { name: 'approvals', run: ofOrganization(removeOldApprovals) },
    {
      name: 'edit requests',
      run: ofOrganization((db, limit) => removeOldEditRequests(db, { now: new Date(), limit })),
    },
    { name: 'jobs', run: ofOrganization(removeOldJobs) },
    { name: 'deliveries', run: ofOrganization(removeOldDeliveries) },
    { name: 'counters of views', run: ofOrganization(removeOldCounters) },
    { name: 'searches', run: ofOrganization(removeOldSearches) },
    { name: 'pages of audits', run: ofOrganization(removeOldPages) },
    { name: 'speed of pages', run: ofOrganization(removeOldSamples) },
    { name: 'exports', run: ofOrganization(removeExpiredExports) },
    { name: 'documents', run: ofOrganization(removeOldDocuments, few) },
    // What is older than the tables of similarity, or in a language other than the organization's, is read again.
    { name: 'similarity', run: ofOrganization(writeMissingSimilarity, few) },
    { name: 'words of entries', run: ofOrganization(renewEntryWords, few) },
    { name: 'keywords of topics', run: ofOrganization(renewTopicKeywords, few) },
    { name: 'counts', run: () => countAgain({ database, log }, organizationId) },
    { name: 'AI search visibility', run: () => readAnswersAgain(organizationId, database) },
    { name: 'nightly work', run: () => nightOf(organizationId, database) },
    { name: 'outdated items', run: ofOrganization((db, limit) => markOutdated(db, organizationId, limit)) },
  ]
}

async function readAnswersAgain(organizationId: OrganizationId, database: TenantDatabase): Promise<void> {
  await database.forOrganization({ organizationId }, 'write', async ({ db }) => {
    const organization = await findOrganization(db, organizationId)
    if (organization !== undefined) await readStaleAnswers(db, organization, startedBySystem(db))
  })
}

// Looked for once an hour: two of these hours lie in the night of an organization.
async function nightOf(organizationId: OrganizationId, database: TenantDatabase): Promise<void> {
  await database.forOrganization({ organizationId }, 'write', async ({ db }) => {
    const { timezone } = await getSettings(db)
    await beginNight(db, { at: new Date(), timezone, start: startedBySystem(db) })
  })
}

// What lists say is kept, not counted: a difference is a fault of ours, or the write of an older release (content.md#counts-are-kept).
async function countAgain({ database, log }: Pick<Parts, 'database' | 'log'>, organizationId: OrganizationId) {
  const wrong = await database.forOrganization({ organizationId }, 'write', ({ db }) => correctCounts(db))
  if (wrong.length > 0) log.warn({ organizationId, wrong }, 'counts of items were wrong and are corrected')
}

function sweepOf(organizationId: OrganizationId, { database, files }: Parts, isStopped: () => boolean): Task {
  const sweep = (limit: number) =>
    sweepMedia({
      transaction: (work) => database.forOrganization({ organizationId }, 'write', ({ db }) => work(db)),
      files: filesBelow(files, organizationId),
      limit,
    })
  return { name: 'media', run: inSlices(sweep, { isStopped, most: few }) }
}

/** Does the same in short transactions, while each finds as much as it may (turns.md#background-work-in-slices). */
function inSlices(
  work: (limit: number, timed: SliceSize['timed']) => Promise<number>,
  { isStopped, most = batch }: { isStopped: () => boolean; most?: number },
): () => Promise<void> {
  return async () => {
    const size = sliceSize(most)
    for (let isMore = true; isMore && !isStopped();) {
      const limit = size.limit()
      isMore = (await work(limit, size.timed)) === limit
    }
  }
}

type Removal = { database: TenantDatabase; limit: number; timed: SliceSize['timed'] }

async function removeOldKeys({ database, limit, timed }: Removal): Promise<number> {
  return database.asSystem((db) => timed(() => removeKeys(db, limit)))
}

async function removeKeys(db: Writer, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from app.idempotency_key where (organization_id, principal, key) in
      (select organization_id, principal, key from app.idempotency_key where created_at < now() - interval '24 hours' limit ${limit})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

async function organizations(database: TenantDatabase): Promise<OrganizationId[]> {
  const rows = await database.asSystem((db) => db.selectFrom('auth.organizations').select('id').execute())
  return rows.map(({ id }) => id as OrganizationId)
}
