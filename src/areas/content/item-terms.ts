import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

import type { ItemChanges } from './item-fields.ts'
import type { ItemRow, TermKind } from './items.ts'

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
    await requireTerms(db, kind, row.collection_id, ids)
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

async function requireTerms(db: Reader, kind: TermKind, collectionId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await db
    .selectFrom('term')
    .select('id')
    .where('kind', '=', kind)
    .where('collection_id', '=', collectionId)
    .where('id', '=', sql<string>`any(${ids})`)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw new Refusal('not_found', `The collection has no such ${kind}.`, {
      path: `/input/${fieldOf[kind]}`,
      id: unknown,
    })
}
