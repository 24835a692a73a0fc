import { type Selectable, sql } from 'kysely'
import { z } from 'zod'

import { lastRevision } from '#areas/content/revisions/revisions.ts'
import { itemOf, type ItemRef, type ItemRow } from '#areas/items/index.ts'
import { question, selectFrom } from '#kernel/ask.ts'
import { inCollection } from '#kernel/content-revision.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'
import type { Tables } from '#kernel/tables.ts'

export const reviewStates = ['none', 'requested', 'changes_requested', 'approved'] as const
export const decisions = ['approve', 'changes'] as const
export type Decision = (typeof decisions)[number]

/** The latest request for a review of an item, with its decision once there is one. */
export const reviewOutput = z.object({
  requestedBy: id('user'),
  requestedAt: timestamp(),
  reviewerUserIds: z.array(id('user')),
  note: z.string().nullable(),
  decision: z.enum(decisions).nullable(),
  decidedBy: id('user').nullable(),
  decidedAt: timestamp().nullable(),
  decisionNote: z.string().nullable(),
})

type ReviewRow = Selectable<Tables['item_review']>

/** The latest review of an item as answers show it, null if none was requested; as a question. */
export const reviewAsked = (itemId: ItemRef) =>
  question(
    selectFrom('item_review').selectAll().where('item_id', '=', itemId).orderBy('n', 'desc').limit(1),
    ([row]): z.input<typeof reviewOutput> | null =>
      row === undefined
        ? null
        : {
            requestedBy: row.requested_by,
            requestedAt: iso(row.requested_at),
            reviewerUserIds: row.reviewer_ids,
            note: row.note,
            decision: row.decision,
            decidedBy: row.decided_by,
            decidedAt: iso(row.decided_at),
            decisionNote: row.decision_note,
          },
  )

/** The latest review of an item, undefined if none was requested. */
export async function latestReview(db: Reader, itemId: string): Promise<ReviewRow | undefined> {
  return db
    .selectFrom('item_review')
    .selectAll()
    .where('item_id', '=', itemId)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Asks for a review: of several requests the latest one counts. The item's row is locked. */
export async function storeRequest(
  db: Writer,
  itemId: string,
  request: { requestedBy: string; reviewerIds: readonly string[]; note: string | undefined; now: Date },
): Promise<void> {
  const earlier = await latestReview(db, itemId)
  await db
    .insertInto('item_review')
    .values({
      item_id: itemId,
      n: (earlier?.n ?? 0) + 1,
      requested_by: request.requestedBy,
      requested_at: request.now,
      reviewer_ids: [...request.reviewerIds],
      note: noteOf(request.note),
    })
    .execute()
}

/** Review mails that one member gets at most in a day, and how long nobody is mailed again about the same item. */
const mostMailsADay = 20
const day = 24 * 60 * 60 * 1000

/**
 * Those of these people who are mailed of a request: nobody who was asked about the item in the last day and has not decided since,
 * and nobody whose day is full (publishing.md#reviewers-are-not-flooded). Called before the request is stored.
 */
export async function mayMail(
  db: Reader,
  { itemId, userIds, now }: { itemId: string; userIds: readonly string[]; now: Date },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('item_review')
    .select(['item_id', 'reviewer_ids', 'decided_by'])
    .where('requested_at', '>', new Date(now.getTime() - day))
    .where(sql<boolean>`reviewer_ids && ${[...userIds]}::text[]`)
    .orderBy('item_id')
    .orderBy('n')
    .execute()
  const fits = (userId: string) => {
    const asked = rows.filter(({ reviewer_ids: ids }) => ids.includes(userId))
    const last = asked.findLast(({ item_id: id }) => id === itemId)
    return asked.length < mostMailsADay && (last === undefined || last.decided_by === userId)
  }
  return new Set(userIds.filter(fits))
}

/** Stores what was decided, and about which revision. The item's row is locked. */
export async function storeDecision(
  db: Writer,
  { item_id: itemId, n }: ReviewRow,
  decided: { by: string; decision: Decision; note: string | undefined; now: Date },
): Promise<void> {
  await db
    .updateTable('item_review')
    .set({
      decision: decided.decision,
      decided_by: decided.by,
      decided_at: decided.now,
      decision_note: noteOf(decided.note),
      revision: await lastRevision(db, itemId),
    })
    .where('item_id', '=', itemId)
    .where('n', '=', n)
    .execute()
}

/**
 * Sets the state of the review. What is finally approved need not wait until its publication is tried again. A review is
 * not an edit: it writes no revision.
 */
export async function setReviewState(
  db: Writer,
  row: ItemRow,
  state: (typeof reviewStates)[number],
  now: Date,
): Promise<ItemRow> {
  const after = await inCollection(db, row.collection_id)
    .updateTable('item')
    .set({
      review_state: state,
      ...(state === 'approved' ? { publish_retry_at: null } : {}),
      updated_at: now,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return itemOf(after)
}

/**
 * The people who wrote what a reviewer would approve now: the creator, and everybody who changed the item since its last
 * approval. An agent writes as its person.
 */
export async function writersOf(db: Reader, itemId: string): Promise<Set<string>> {
  const approved = await db
    .selectFrom('item_review')
    .select('revision')
    .where('item_id', '=', itemId)
    .where('decision', '=', 'approve')
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('item_revision')
    .select('user_id')
    .distinct()
    .where('item_id', '=', itemId)
    .where('author_type', '<>', 'system')
    .where(({ or, eb }) => or([eb('n', '=', 1), eb('n', '>', approved?.revision ?? 0)]))
    .execute()
  return new Set(rows.flatMap(({ user_id: userId }) => userId ?? []))
}

// A blank note says nothing.
function noteOf(note: string | undefined): string | null {
  return note?.trim() ? note : null
}
