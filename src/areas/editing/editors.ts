import { sql } from 'kysely'

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

/** Writes a sign of life, or that the person has left the page. */
export async function keepSign(db: Writer, { itemId, userId }: Editor, seenAt: Date): Promise<void> {
  await requireItem(db, itemId)
  await db
    .insertInto('editor')
    .values({ item_id: itemId, user_id: userId, seen_at: seenAt })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'item_id', 'user_id']).doUpdateSet({ seen_at: seenAt }),
    )
    .execute()
  await db
    .deleteFrom('editor')
    .where('draft', 'is', null)
    .where('seen_at', '<', new Date(seenAt.getTime() - forgotten))
    .execute()
}

/** When somebody who leaves now was here last: too long ago to be here. */
export const gone = (now: Date): Date => new Date(now.getTime() - stay - 1)

/** Everybody else who is at the article, or has a working copy of it. */
export async function othersAt(db: Reader, { itemId, userId }: Editor, now: Date): Promise<Other[]> {
  const since = new Date(now.getTime() - stay)
  const people = await db
    .selectFrom('editor')
    .select(['user_id', 'seen_at', 'draft_at'])
    .where('item_id', '=', itemId)
    .where('user_id', '!=', userId)
    .where((where) => where.or([where('seen_at', '>=', since), where('draft_at', 'is not', null)]))
    .orderBy('user_id')
    .limit(20)
    .execute()
  const agents = await db
    .selectFrom('audit_record')
    .select(['client_name', 'user_id'])
    .distinct()
    .where('created_at', '>=', since)
    .where('credential_type', 'in', ['oauth', 'api_key'])
    .where(sql<string>`object ->> 'id'`, '=', itemId)
    .limit(20)
    .execute()
  return [
    ...people.map((row) => ({
      kind: 'person' as const,
      userId: row.user_id,
      name: null,
      isHere: row.seen_at >= since,
      draftAt: row.draft_at === null ? null : iso(row.draft_at),
    })),
    ...agents.map((row) => ({
      kind: 'agent' as const,
      userId: row.user_id,
      name: row.client_name,
      isHere: true,
      draftAt: null,
    })),
  ]
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

/** Keeps a working copy; null forgets it. */
export async function keepCopy(
  db: Writer,
  editor: Editor,
  draft: Record<string, unknown> | null,
  now: Date,
): Promise<void> {
  await keepSign(db, editor, now)
  await db
    .updateTable('editor')
    .set({ draft: draft === null ? null : JSON.stringify(draft), draft_at: draft === null ? null : now })
    .where('item_id', '=', editor.itemId)
    .where('user_id', '=', editor.userId)
    .execute()
}

async function requireItem(db: Reader, itemId: string): Promise<void> {
  const found = await db.selectFrom('item').select('id').where('id', '=', itemId).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found', `There is no item ${itemId} in this organization.`)
}
