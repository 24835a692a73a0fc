import { sql } from 'kysely'

import { agentCredentials } from '#kernel/access.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { iso } from '#kernel/schema.ts'

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'editor.draft': Record<string, unknown>
  }
}

/** How long somebody is here after the last sign of life, in milliseconds. */
const stay = 30_000
const forgotten = 86_400_000
/** People, and agents, that are shown at an article. */
const mostShown = 20

/** The person whose page calls, and the article that it shows. */
export type Editor = { itemId: string; userId: string }

/** Somebody else at an article: a person by id, an agent by the name of its client and the person that it acts for. */
export type Other = {
  kind: 'person' | 'agent'
  userId: string | null
  name: string | null
  isHere: boolean
  /** Since when there is a working copy that is not public. */
  draftAt: string | null
}

/** Writes a sign of life, or that the person has left the page. Returns whether the person was not there, or was, before. */
export async function keepSign(
  db: Writer,
  { itemId, userId }: Editor,
  { now, leaves = false }: { now: Date; leaves?: boolean },
): Promise<boolean> {
  await requireItem(db, itemId)
  const since = new Date(now.getTime() - stay)
  const seenAt = leaves ? new Date(since.getTime() - 1) : now
  const { changed_at: changedAt } = await db
    .insertInto('editor')
    .values({ item_id: itemId, user_id: userId, seen_at: seenAt, changed_at: now })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'item_id', 'user_id']).doUpdateSet({
        seen_at: seenAt,
        changed_at: sql<Date>`case when (editor.seen_at >= ${since}) = (excluded.seen_at >= ${since})
          then editor.changed_at else excluded.changed_at end`,
      }),
    )
    .returning('changed_at')
    .executeTakeFirstOrThrow()
  await db
    .deleteFrom('editor')
    .where('draft', 'is', null)
    .where('seen_at', '<', new Date(seenAt.getTime() - forgotten))
    .execute()
  return changedAt.getTime() === now.getTime()
}

/** Everybody else who is at the article, or has a working copy of it. */
export async function othersAt(db: Reader, { itemId, userId }: Editor, now: Date): Promise<Other[]> {
  const people = await peopleAt(db, itemId, { now, except: userId })
  const agents = await db
    .selectFrom('audit_record')
    .select(['client_name', 'user_id'])
    .distinct()
    .where('created_at', '>=', new Date(now.getTime() - stay))
    .where('credential_type', 'in', agentCredentials)
    .where(sql<string>`object ->> 'id'`, '=', itemId)
    .limit(mostShown)
    .execute()
  return [
    ...people,
    ...agents.map((row) => ({
      kind: 'agent' as const,
      userId: row.user_id,
      name: row.client_name,
      isHere: true,
      draftAt: null,
    })),
  ]
}

/** The people who are at the article, or have a working copy of it. */
export async function peopleAt(
  db: Reader,
  itemId: string,
  { now, except = '' }: { now: Date; except?: string },
): Promise<Other[]> {
  const since = new Date(now.getTime() - stay)
  const people = await db
    .selectFrom('editor')
    .select(['user_id', 'seen_at', 'draft_at'])
    .where('item_id', '=', itemId)
    .where('user_id', '!=', except)
    .where((where) => where.or([where('seen_at', '>=', since), where('draft_at', 'is not', null)]))
    .orderBy('user_id')
    .limit(mostShown)
    .execute()
  return people.map((row) => ({
    kind: 'person',
    userId: row.user_id,
    name: null,
    isHere: row.seen_at >= since,
    draftAt: row.draft_at === null ? null : iso(row.draft_at),
  }))
}

/** The articles of each of these organizations to which somebody came, or which somebody left, since a time; when last. */
export async function presenceChanges(
  db: Reader,
  organizationIds: readonly string[],
  since: Date,
): Promise<{ organizationId: string; itemId: string; changedAt: number }[]> {
  const rows = await db
    .selectFrom('editor')
    .select(['organization_id', 'item_id', (select) => select.fn.max('changed_at').as('changed_at')])
    .where('organization_id', '=', sql<string>`any(${organizationIds})`)
    .where('changed_at', '>=', since)
    .groupBy(['organization_id', 'item_id'])
    .execute()
  return rows.map((row) => ({
    organizationId: row.organization_id,
    itemId: row.item_id,
    changedAt: row.changed_at.getTime(),
  }))
}

/** The person's own working copy. */
export async function workingCopy(db: Reader, { itemId, userId }: Editor): Promise<Record<string, unknown> | null> {
  const row = await db
    .selectFrom('editor')
    .select('draft')
    .where('item_id', '=', itemId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.draft ?? null
}

/** Keeps a working copy; null forgets it. Returns whether others see the person differently by that. */
export async function keepCopy(
  db: Writer,
  editor: Editor,
  draft: Record<string, unknown> | null,
  now: Date,
): Promise<boolean> {
  const hasCome = await keepSign(db, editor, { now })
  const isKept = draft !== null
  const { changed_at: changedAt } = await db
    .updateTable('editor')
    .set({
      draft: isKept ? JSON.stringify(draft) : null,
      draft_at: isKept ? now : null,
      changed_at: sql<Date>`case when (draft is not null) = ${isKept}::boolean then changed_at else ${now}::timestamptz end`,
    })
    .where('item_id', '=', editor.itemId)
    .where('user_id', '=', editor.userId)
    .returning('changed_at')
    .executeTakeFirstOrThrow()
  return hasCome || changedAt.getTime() === now.getTime()
}

async function requireItem(db: Reader, itemId: string): Promise<void> {
  const found = await db.selectFrom('item').select('id').where('id', '=', itemId).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found', `There is no item ${itemId} in this organization.`)
}
