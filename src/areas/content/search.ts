import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import { escapeLike, searchTerm } from '#std/text.ts'
import { lastSegment } from '#std/urls.ts'

import type { ItemRow } from './items.ts'

/**
 * The write of an item's searched text: one line per field, in the normal form of search terms, so that no match spans
 * two fields (content.md#one-search). Without `bodyText` the body's line, the last one, stays as it is.
 */
export function searchWrite(db: Writer, item: ItemRow, bodyText: string | undefined) {
  const lines = [item.title, item.excerpt, item.slug, item.canonical_url, item.external_url].map((field) =>
    searchTerm(field ?? ''),
  )
  const head = [...lines, ''].join('\n')
  const search_text = head + searchTerm(bodyText ?? '')
  const kept = sql<string>`${head}::text || right(item_search.search_text, position(E'\n' in reverse(item_search.search_text)) - 1)`
  return db
    .insertInto('item_search')
    .values({ item_id: item.id, collection_id: item.collection_id, search_text })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'item_id']).doUpdateSet({
        search_text: bodyText === undefined ? kept : search_text,
        collection_id: item.collection_id,
      }),
    )
}

/** Items that match a text, or whose slug is the last segment of a pasted URL; undefined when nothing is searched. */
export function searched(search: string | undefined) {
  const term = searchTerm(search ?? '')
  if (term === '') return undefined
  return sql<string>`(select app.search_items(${`%${escapeLike(term)}%`}, ${lastSegment(search ?? '')}))`
}
