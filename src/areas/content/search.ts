import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import { escapeLike, searchTerm } from '#std/text.ts'
import { lastSegment } from '#std/urls.ts'

import type { ItemRow } from './items.ts'

/**
 * Writes the searched text of an item: one line per field, in the normal form of search terms, so that no match crosses a
 * field (data.md 8). Without `bodyText` the body's line stays as it is.
 */
export async function writeSearchText(db: Writer, item: ItemRow, bodyText: string | undefined): Promise<void> {
  const body = bodyText === undefined ? await storedBodyLine(db, item.id) : searchTerm(bodyText)
  const lines = [item.title, item.excerpt, item.slug, item.canonical_url, item.external_url].map((field) =>
    searchTerm(field ?? ''),
  )
  const search_text = [...lines, body].join('\n')
  await db
    .insertInto('item_search')
    .values({ item_id: item.id, collection_id: item.collection_id, search_text })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'item_id']).doUpdateSet({ search_text, collection_id: item.collection_id }),
    )
    .execute()
}

async function storedBodyLine(db: Writer, itemId: string): Promise<string> {
  const row = await db.selectFrom('item_search').select('search_text').where('item_id', '=', itemId).executeTakeFirst()
  return row?.search_text.split('\n').at(-1) ?? ''
}

/** Items that match a text, or whose slug is the last segment of a pasted URL; undefined when nothing is searched. */
export function searched(search: string | undefined) {
  const term = searchTerm(search ?? '')
  if (term === '') return undefined
  return sql<string>`(select app.search_items(${`%${escapeLike(term)}%`}, ${lastSegment(search ?? '')}))`
}
