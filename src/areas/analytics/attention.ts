import { sql } from 'kysely'

import {
  type AttentionList,
  joined,
  listed,
  mostOfKind,
  told,
  troublesOf,
  withTotal,
} from '#areas/integrations/index.ts'
import type { Reader } from '#kernel/database.ts'
import { iso } from '#kernel/schema.ts'

type Asking = { userId: string; now: Date }

/** What waits for this person or failed lately, oldest first within its kind. */
export async function attentionOf(db: Reader, asking: Asking): Promise<AttentionList> {
  return joined([await reviewsAskedOf(db, asking), await troublesOf(db, asking.now)])
}

async function reviewsAskedOf(db: Reader, { userId }: Asking): Promise<AttentionList> {
  const found = (rank: number) =>
    sql<number>`(select count(*) from app.item_warning w where w.organization_id = app.org() and w.item_id = i.id and w.rank = ${rank})`
  const rows = await db
    .selectFrom('item as i')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('item_review')
          .select(['requested_by', 'requested_at', 'reviewer_ids'])
          .whereRef('item_review.item_id', '=', 'i.id')
          .orderBy('n', 'desc')
          .limit(1)
          .as('r'),
      (join) => join.onTrue(),
    )
    .leftJoin(
      sql<{ user_id: string; display_name: string }>`auth.members_of_organization()`.as('m'),
      'm.user_id',
      'r.requested_by',
    )
    .select(['i.id', 'i.title', 'i.word_count', 'r.requested_at', 'm.display_name'])
    .select([found(0).as('errors'), found(1).as('warnings'), withTotal])
    .where('i.review_state', '=', 'requested')
    .where('i.trashed_at', 'is', null)
    .where(sql<boolean>`${userId} = any(r.reviewer_ids)`)
    .orderBy('r.requested_at')
    .limit(mostOfKind)
    .execute()
  return listed(rows, (row) =>
    told({
      kind: 'review_requested',
      severity: 'notice',
      message: `${row.display_name ?? 'Somebody'} asks you for a review.`,
      at: iso(row.requested_at),
      title: row.title,
      askedBy: row.display_name ?? undefined,
      errors: Number(row.errors),
      warnings: Number(row.warnings),
      words: row.word_count,
      itemId: row.id,
    }),
  )
}
