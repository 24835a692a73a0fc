import { sql } from 'kysely'

import { type ItemRow, readSurroundings, worldAround } from '#areas/items/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import type { Code } from '#kernel/errors.ts'
import { type OrganizationId, storedId } from '#kernel/ids.ts'

import { goLive, type PublishCtx } from './go-live.ts'

/** A scheduled item whose time has come. */
export type DueItem = { organizationId: OrganizationId; itemId: string }

/** Minutes until a refused publication is tried again; the last value repeats (publishing.md#refused-items-stay-scheduled). */
const pauses = [1, 5, 15, 60]
const maxAttempts = 30_000

// Written exactly as in the index item_due, which a parameter would not match.
const dueAt = sql<Date>`coalesce(i.publish_retry_at, i.publish_at)`
const isScheduled = sql<boolean>`i.effective_status = 'scheduled'`

/**
 * What is due in all organizations, for background work (publishing.md#workers-find-due-items): at most `limit` items, the
 * organizations in turn, so that the thousands of one do not hold up the others. Suspended and deleted organizations are left
 * out.
 */
export async function findDue(db: Reader, limit: number): Promise<DueItem[]> {
  const rows = await db
    .selectFrom((query) =>
      query
        .selectFrom('item as i')
        .innerJoin('auth.organizations as o', (join) => join.on('o.id', '=', sql<string>`i.organization_id`))
        .select([sql<string>`i.organization_id`.as('organization_id'), 'i.id', dueAt.as('due_at')])
        .select(sql<number>`row_number() over (partition by i.organization_id order by ${dueAt}, i.id)`.as('turn'))
        .where(isScheduled)
        .where('i.trashed_at', 'is', null)
        .where(dueAt, '<=', sql<Date>`now()`)
        .where('o.suspended_at', 'is', null)
        .where('o.deleted_at', 'is', null)
        .as('due'),
    )
    .select(['due.organization_id', 'due.id'])
    .orderBy('due.turn')
    .orderBy('due.due_at')
    .orderBy('due.id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ organizationId: storedId('organization', row.organization_id), itemId: row.id }))
}

/** When the first item of an open organization is due. */
export const nextDueItem = sql`select ${dueAt} from app.item i
  join auth.organizations o on o.id = i.organization_id and o.suspended_at is null and o.deleted_at is null
  where ${isScheduled} and i.trashed_at is null order by ${dueAt} limit 1`

type DueCtx = Omit<PublishCtx, 'access'> & { now: Date }

/**
 * Publishes an item of the transaction's organization if it is still due: `passed` where another worker has or had it, or
 * somebody changed it meanwhile. Its date stays the scheduled one. Refusals are those of `publishItem`.
 */
export async function publishDue(ctx: DueCtx, itemId: string): Promise<'published' | 'passed'> {
  const { db, checks, now } = ctx
  const organization = await openOrganization(db)
  if (organization === undefined) return 'passed'
  const row = await lockDue(db, itemId)
  if (row?.publish_at == null) return 'passed'
  const world = await worldAround(db, row, await readSurroundings(db))
  const actor = { kind: 'system', userId: null, credentialId: null } as const
  const { after } = await goLive(
    { ...ctx, access: { organization } },
    { world, publishAt: row.publish_at },
    { actor, requestId: null, now },
  )
  await checks.requireNoErrors(db, after)
  return 'published'
}

/** Notes why a due item could not be published, and when it is tried again. It stays scheduled, with the same version. */
export async function postpone(
  db: Writer,
  itemId: string,
  { code, message, now }: { code: Code; message: string; now: Date },
): Promise<void> {
  const row = await lockDue(db, itemId)
  if (row === undefined) return
  const minutes = pauses[Math.min(row.publish_attempts, pauses.length - 1)] ?? 60
  await db
    .updateTable('item')
    .set({
      publish_attempts: Math.min(row.publish_attempts + 1, maxAttempts),
      publish_retry_at: sql<Date>`clock_timestamp() + make_interval(mins => ${minutes})`,
      publish_error: JSON.stringify({ code, message, at: now.toISOString() }),
    })
    .where('id', '=', row.id)
    .execute()
}

// The database's clock, as in the search: a process whose clock differs publishes nothing too early.
async function lockDue(db: Writer, itemId: string): Promise<ItemRow | undefined> {
  const row = await db
    .selectFrom('item as i')
    .selectAll()
    .where('i.id', '=', itemId)
    .where(isScheduled)
    .where('i.trashed_at', 'is', null)
    .where(dueAt, '<=', sql<Date>`now()`)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row === undefined ? undefined : { ...row, id: storedId('item', row.id) }
}

/** The organization of the transaction, undefined where it is suspended or deleted. */
async function openOrganization(db: Reader) {
  const row = await db
    .selectFrom('auth.organizations')
    .select(['id', 'plan'])
    .where('suspended_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? undefined : { id: storedId('organization', row.id), plan: row.plan }
}
