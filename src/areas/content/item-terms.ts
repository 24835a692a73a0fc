import { requireTerms, type TermId, type TermKind } from '#areas/taxonomies/index.ts'
import type { Writer } from '#kernel/database.ts'
import type { CollectionId } from '#kernel/ids.ts'

import type { ItemChanges } from './item-fields.ts'
import type { ItemRow } from './items.ts'

const fieldOf = { author: 'authorIds', category: 'categoryIds', tag: 'tagIds' } as const satisfies Record<
  TermKind,
  keyof ItemChanges
>

/** Sets the terms that the changes give, in their order. Answers the names of the fields that changed. */
export async function writeTerms(db: Writer, row: ItemRow, changes: ItemChanges): Promise<string[]> {
  const changed: string[] = []
  for (const kind of Object.keys(fieldOf) as TermKind[]) {
    const given = changes[fieldOf[kind]]
    if (given === undefined) continue
    const ids = [...new Set<string>(given)]
    await requireTerms(db, kind, row.collection_id as CollectionId, ids as TermId[])
    const stored = await db
      .selectFrom('item_term')
      .select('term_id')
      .where('item_id', '=', row.id)
      .where('kind', '=', kind)
      .orderBy('position')
      .execute()
    if (stored.map(({ term_id: id }) => id).join() === ids.join()) continue
    changed.push(fieldOf[kind])
    await db.deleteFrom('item_term').where('item_id', '=', row.id).where('kind', '=', kind).execute()
    if (ids.length === 0) continue
    const rows = ids.map((term_id, position) => ({
      item_id: row.id,
      kind,
      term_id,
      position,
      collection_id: row.collection_id,
      status: termStatus(row),
      sort_date: row.sort_date,
    }))
    await db.insertInto('item_term').values(rows).execute()
  }
  return changed
}

/** Brings the status and date that the terms repeat up to those of the item (data.md 9.1). */
export async function syncTerms(db: Writer, row: ItemRow): Promise<void> {
  await db
    .updateTable('item_term')
    .set({ status: termStatus(row), sort_date: row.sort_date })
    .where('item_id', '=', row.id)
    .execute()
}

function termStatus(row: ItemRow): string {
  return row.trashed_at === null ? row.effective_status : 'trash'
}
