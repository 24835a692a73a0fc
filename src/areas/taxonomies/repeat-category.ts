import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'

/**
 * Brings up to date what items, or those of a category, repeat of their first category: its slug, which their addresses may
 * contain (content.md#url-templates).
 */
export async function repeatCategory(db: Writer, of: { termId: string } | { itemIds: string[] }): Promise<void> {
  const first = db
    .selectFrom('item_term as it')
    .innerJoin('term as t', 't.id', 'it.term_id')
    .select('t.slug')
    .where('it.item_id', '=', sql<string>`item.id`)
    .where('it.kind', '=', 'category')
    .orderBy('it.position')
    .orderBy('it.term_id')
    .limit(1)
  await db
    .updateTable('item')
    .set({ category_slug: sql<string | null>`${first}`, updated_at: sql<Date>`now()` })
    .where((eb) =>
      'itemIds' in of
        ? eb('id', '=', sql<string>`any(${of.itemIds})`)
        : eb('id', 'in', eb.selectFrom('item_term').select('item_id').where('term_id', '=', of.termId)),
    )
    .execute()
}
