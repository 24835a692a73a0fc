import { sql } from 'kysely'

import type { ItemState } from '#areas/items/index.ts'
import { termKinds } from '#areas/taxonomies/index.ts'
import type { Writer } from '#kernel/database.ts'
import { journalOf } from '#kernel/journal.ts'

import { termStatus } from './item-terms.ts'

type Counted = Pick<ItemState, 'row' | 'terms'>

/**
 * Reports what a write does to the counts of items and of published uses of terms (content.md#counts-are-kept). Undefined: the
 * item did not exist before, or no longer does. Its row is locked.
 */
export function countChange(db: Writer, before: Counted | undefined, after: Counted | undefined): void {
  if (before !== undefined) count(db, before, -1)
  if (after !== undefined) count(db, after, 1)
}

function count(db: Writer, { row, terms }: Counted, by: 1 | -1): void {
  const journal = journalOf(db)
  const status = termStatus(row)
  journal.counted('items', [row.collection_id, status], by)
  if (status !== 'published') return
  for (const kind of termKinds)
    for (const { id } of terms[kind]) journal.counted('terms', [row.collection_id, kind, id], by)
}

/** A count that differs from what there is: of items in a status, or of published items with a term. */
export type WrongCount = {
  collection_id: string
  status: string | null
  kind: string | null
  term_id: string | null
  kept: number
  counted: number
}

/**
 * Corrects the counts of the organization and returns what was wrong. With their rows locked, what others have added to them is seen,
 * and who has not done so yet adds to the corrected number: so differences are added.
 */
export async function correctCounts(db: Writer): Promise<WrongCount[]> {
  const { rows: anyWrong } = await sql`select from app.wrong_counts() limit 1`.execute(db)
  if (anyWrong.length === 0) return []
  await sql`select from app.item_count where organization_id = app.org() order by collection_id, status for update`.execute(
    db,
  )
  await sql`select from app.term_count where organization_id = app.org() order by collection_id, kind, term_id for update`.execute(
    db,
  )
  const { rows: wrong } =
    await sql<WrongCount>`select collection_id, status, kind, term_id, kept, counted from app.wrong_counts()`.execute(
      db,
    )
  for (const { collection_id: collectionId, status, kind, term_id: termId, kept, counted } of wrong) {
    if (status !== null) journalOf(db).counted('items', [collectionId, status], counted - kept)
    if (kind !== null && termId !== null) journalOf(db).counted('terms', [collectionId, kind, termId], counted - kept)
  }
  return wrong
}
