import { sql } from 'kysely'

import { type ItemChanges, itemFieldTable, type ItemRow, type ItemTerms } from '#areas/items/index.ts'
import { type GivenTerm, noTerm, type TermKind, termKinds } from '#areas/taxonomies/index.ts'
import type { Writer } from '#kernel/database.ts'
import type { Write } from '#kernel/write-together.ts'
import { mapNames, namesOf, pluck } from '#std/pluck.ts'

const kindOf = pluck(itemFieldTable, 'term')
/** The fields that list terms. */
export const termFields = namesOf(kindOf)

/** The ids of all terms in the changes. */
export function termIdsIn(changes: ItemChanges): string[] {
  return termFields.flatMap((field) => changes[field] ?? [])
}

/** The fields of an item whose terms differ, and its terms of these kinds from now on. */
export type TermChanges = { fields: string[]; lists: Partial<ItemTerms> }

/** The terms in the changes, in their order, where they differ. Refuses a term of another collection with `not_found`. */
export function changedTerms(
  { row, terms: stored }: { row: Pick<ItemRow, 'collection_id'>; terms: ItemTerms },
  changes: ItemChanges,
  { terms: known }: { terms: ReadonlyMap<string, GivenTerm> },
): TermChanges {
  const changed: TermChanges = { fields: [], lists: {} }
  for (const field of termFields) {
    const [kind, given] = [kindOf[field], changes[field]]
    if (given === undefined) continue
    const list = [...new Set<string>(given)].map((id) => {
      const term = known.get(id)
      if (term?.kind !== kind || term.collectionId !== row.collection_id) throw noTerm(kind, id)
      return { id, name: term.name, slug: term.slug }
    })
    if (joined(stored[kind]) === joined(list)) continue
    changed.fields.push(field)
    changed.lists[kind] = list
  }
  return changed
}

const joined = (terms: readonly { id: string }[]) => terms.map(({ id }) => id).join()

/** The column that repeats the first category, where the categories differ: an address may contain it. */
export function categoryColumn({ lists }: TermChanges): { category_slug?: string | null } {
  return lists.category === undefined ? {} : { category_slug: lists.category[0]?.slug ?? null }
}

/**
 * The writes of an item's terms: the changed lists, and with `isSynced` the status and date that the other terms copy from
 * the item, so that an index lists the public items of a term in order.
 */
export function termWrites(
  db: Writer,
  row: ItemRow,
  { lists, isSynced }: Pick<TermChanges, 'lists'> & { isSynced: boolean },
): Write[] {
  const kinds = termKinds.filter((kind) => lists[kind] !== undefined)
  const terms = kinds.flatMap((kind) => (lists[kind] ?? []).map(({ id }, position) => ({ kind, id, position })))
  const repeated = { status: termStatus(row), sort_date: row.sort_date }
  const others = db
    .updateTable('item_term')
    .set(repeated)
    .where('item_id', '=', row.id)
    .where('kind', '<>', sql<TermKind>`all(${kinds})`)
  const gone = db
    .deleteFrom('item_term')
    .where('item_id', '=', row.id)
    .where('kind', '=', sql<TermKind>`any(${kinds})`)
    .where('term_id', '<>', sql<string>`all(${terms.map(({ id }) => id)})`)
  const kept = db
    .insertInto('item_term')
    .values(
      terms.map(({ kind, id, position }) => ({
        item_id: row.id,
        kind,
        term_id: id,
        position,
        collection_id: row.collection_id,
        ...repeated,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'item_id', 'kind', 'term_id'])
        .doUpdateSet((eb) => ({ position: eb.ref('excluded.position'), ...repeated })),
    )
  return [...(isSynced ? [others] : []), ...(kinds.length === 0 ? [] : [gone]), ...(terms.length === 0 ? [] : [kept])]
}

/** The status that the terms of an item repeat. */
export function termStatus(row: ItemRow): string {
  return row.trashed_at === null ? row.effective_status : 'trash'
}

/** The terms of an item as its fields list them. */
export function termIds(terms: ItemTerms | undefined): Record<(typeof termFields)[number], string[]> {
  const ids = (field: (typeof termFields)[number]) => terms?.[kindOf[field]].map(({ id }) => id) ?? []
  return mapNames(kindOf, ids)
}
