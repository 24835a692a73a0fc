import { type RawBuilder, sql } from 'kysely'

import type { ItemRow } from '#areas/items/index.ts'
import type { Writer } from '#kernel/database.ts'
import { type SearchPatterns, searchPatterns } from '#std/search-patterns.ts'
import { searchTerm } from '#std/text.ts'

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
      conflict.columns(['organization_id', 'item_id']).doUpdateSet((eb) => ({
        search_text: bodyText === undefined ? kept : eb.ref('excluded.search_text'),
        collection_id: eb.ref('excluded.collection_id'),
      })),
    )
}

/**
 * Functions that return ids of items, to be read as rows (`from`): called in a select list, they would be entered once per row.
 * What `else` returns counts only where none of the `ids` is among the items in question.
 */
export type Searched = { ids: RawBuilder<string>; else: RawBuilder<string> | undefined }

/**
 * Items that contain a text as a phrase, or that an address names; else, where it is several words, those that contain all of
 * them (content.md#one-search). Undefined when nothing is searched. What the index cannot look up is read
 * (content.md#plans-of-searches).
 */
export function searchedItems(patterns: SearchPatterns | undefined): Searched | undefined {
  if (patterns === undefined) return undefined
  const { phrase, address, slug, words, isIndexed } = patterns
  const inPhrase = isIndexed.phrase ? sql`app.search_items` : sql`app.scan_items`
  const byWords = isIndexed.words ? sql`app.search_items_by_words` : sql`app.scan_items_by_words`
  return {
    ids: sql<string>`${inPhrase}(${phrase}, ${address}, ${slug})`,
    else: words.length === 0 ? undefined : sql<string>`${byWords}(${[...words]})`,
  }
}

/** The ids that a function returns, as a query. */
export const idsFrom = (found: RawBuilder<string>) => sql<string>`select f.id from ${found} as f(id)`

/** Items that contain a text as a phrase, for a condition `in`; undefined when nothing is searched. */
export function naming(search: string | undefined) {
  const hits = searchedItems(searchPatterns(search ?? ''))
  return hits && sql<string>`(${idsFrom(hits.ids)})`
}

/** The same, else those that contain all of its words. */
export function searched(search: string | undefined) {
  const hits = searchedItems(searchPatterns(search ?? ''))
  if (hits?.else === undefined) return hits && sql<string>`(${idsFrom(hits.ids)})`
  return sql<string>`(with phrase as materialized (${idsFrom(hits.ids)})
    select id from phrase union all (${idsFrom(hits.else)} where not exists (select from phrase)))`
}
