import { sql } from 'kysely'

import { placedColumns } from '#areas/addresses/index.ts'
import { isPublic } from '#areas/collections/index.ts'
import { mapped, type Question, question, selectFrom } from '#kernel/ask.ts'
import type { StoredItem } from '#kernel/checks.ts'
import { comparablePath } from '#std/comparable-url.ts'
import { slugsReader } from '#std/url-templates.ts'

import { otherOf } from './resolve-addresses.ts'
import type { Other } from './rules/subject.ts'
import { type Around, websitePathOf } from './site.ts'

/**
 * The live items that have the path of an item on the website, for each of many items; undefined where no open collection could have
 * another one there. In its own it could where slug and category are in one segment. A slug is unique within a collection, so that few
 * rows are looked at. One query.
 */
export function sameAddressAsked(
  rows: readonly StoredItem[],
  around: Around,
): Question<(row: StoredItem) => Other[] | undefined> {
  const readers = readersOf(around)
  const places = new Map(rows.map((row) => [row.id, placesLike(row, around, readers)]))
  const all = [...places.values()].flatMap((own) => own?.slugs ?? [])
  const query = selectFrom('item as i')
    .select([
      ...placedColumns.map((column) => `i.${column}` as const),
      'i.title',
      'i.effective_status',
      'i.collection_id',
    ])
    .where('i.collection_id', '=', sql<string>`any(${[...new Set(all.map(({ collectionId }) => collectionId))]})`)
    .where('i.slug', '=', sql<string>`any(${[...new Set(all.map(({ slug }) => slug))]})`)
    .where(isPublic('i'))
    .orderBy('i.id')
  return mapped(
    question(all.length === 0 ? undefined : query, (found) => found),
    (found) => (row) => {
      const own = places.get(row.id)
      if (own === undefined || own.slugs.length === 0) return undefined
      const isThere = (other: (typeof found)[number]) => {
        const collection = around.collections.get(other.collection_id)
        return collection !== undefined && other.id !== row.id && websitePathOf(collection, other) === own.path
      }
      return found.filter(isThere).map((other) => otherOf(other, around))
    },
  )
}

type Reader = { collectionId: string; slugsIn(path: string): string[] }

/** What reads a path as one of an open collection. */
function readersOf({ collections }: Around): Reader[] {
  return [...collections.values()].flatMap(({ id: collectionId, urlTemplate, isOpen }) =>
    isOpen ? { collectionId, slugsIn: slugsReader(comparablePath(urlTemplate)) } : [],
  )
}

/** The path of an item, and the slugs that other items of open collections would need to have it, too. */
function placesLike(row: StoredItem, { collections }: Around, readers: readonly Reader[]) {
  const own = collections.get(row.collection_id)
  if (own?.isOpen !== true) return undefined
  const path = websitePathOf(own, row)
  const slugs = readers.flatMap(({ collectionId, slugsIn }) =>
    slugsIn(path).flatMap((slug) => (collectionId === own.id && slug === row.slug ? [] : { collectionId, slug })),
  )
  return { path, slugs }
}
