import { sql } from 'kysely'

import type { Reader, Writer } from '#kernel/database.ts'
import { nextVersion } from '#kernel/version.ts'

import { repeatCategory } from './repeat-category.ts'
import { countUsesChange } from './term-counts.ts'
import type { Term } from './terms.ts'

/** Which items had a term when another one took its place: with its position, and that of the other one if they had both. */
export type Merged = { into: string; uses: { itemId: string; position: number; other: number | null }[] }

/** What a merge is about to change (undo.md#merged-terms-know-their-items). */
export async function usesBefore(db: Reader, { id }: Term, into: string): Promise<Merged> {
  const rows = await db
    .selectFrom('item_term as use')
    .leftJoin('item_term as other', (join) =>
      join.onRef('other.item_id', '=', 'use.item_id').on('other.term_id', '=', into),
    )
    .select(['use.item_id as itemId', 'use.position', 'other.position as other'])
    .where('use.term_id', '=', id)
    .orderBy('use.item_id')
    .execute()
  return { into, uses: rows }
}

/** Gives a term back to the items that it had, in place of the other one; an item that got other terms since keeps those. */
export async function returnUses(
  db: Writer,
  { id, kind, collectionId }: Pick<Term, 'id' | 'kind' | 'collectionId'>,
  { into, uses }: Merged,
) {
  const present = await db
    .selectFrom('item_term')
    .select(['item_id', 'position'])
    .where('term_id', '=', into)
    .where('item_id', '=', sql<string>`any(${uses.map(({ itemId }) => itemId)})`)
    .execute()
  const positions = new Map(present.map((row) => [row.item_id, row.position]))
  const left = uses.filter(
    ({ itemId, position, other }) => positions.get(itemId) === Math.min(position, other ?? position),
  )
  if (left.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(left)}::text::jsonb)
    as given("itemId" text collate "C", position int, other int)`
  const added = await sql<{
    status: string
  }>`insert into app.item_term (organization_id, item_id, kind, term_id, position, collection_id, status, sort_date)
    select use.organization_id, use.item_id, use.kind, ${id}, given.position, use.collection_id, use.status, use.sort_date
    from ${given} join app.item_term use on use.item_id = given."itemId" and use.term_id = ${into}
    returning status`.execute(db)
  await sql`update app.item_term use set position = given.other from ${given}
    where use.item_id = given."itemId" and use.term_id = ${into} and given.other is not null`.execute(db)
  const gone = await sql<{ status: string }>`delete from app.item_term use using ${given}
    where use.item_id = given."itemId" and use.term_id = ${into} and given.other is null
    returning use.status`.execute(db)
  countUsesChange(db, { id, kind, collectionId }, { added: added.rows })
  countUsesChange(db, { id: into, kind, collectionId }, { gone: gone.rows })
  await db
    .updateTable('item')
    .set(nextVersion)
    .where('id', '=', sql<string>`any(${left.map(({ itemId }) => itemId)})`)
    .execute()
  if (kind === 'category') await repeatCategory(db, id)
}
