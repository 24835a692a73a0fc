import { type RawBuilder, sql } from 'kysely'

import type { ItemRow } from '#areas/items/index.ts'
import type { Writer } from '#kernel/database.ts'
import { type SearchPatterns, searchPatterns } from '#std/search-patterns.ts'
import type { SearchedText } from '#std/searched-text.ts'
import { searchTerm } from '#std/text.ts'

/**
 * The write of an item's searched text: one line per field, in the normal form of search terms, so that no match spans
 * two fields (content.md#one-search). Without `body` its line, the last one, stays as it is.
 */
export function searchWrite(db: Writer, item: ItemRow, body: SearchedText | undefined) {
  const lines = [item.title, item.excerpt, item.slug, item.canonical_url, item.external_url].map((field) =>
    searchTerm(field ?? ''),
  )
  const head = [...lines, ''].join('\n')
  const { text, words } = body ?? { text: '', words: null }
  return db
    .insertInto('item_search')
    .values({
      item_id: item.id,
      collection_id: item.collection_id,
      search_text: head + text,
      search_words: words === null ? null : head + words,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'item_id']).doUpdateSet((eb) => ({
        search_text: body === undefined ? withHead(head, 'search_text') : eb.ref('excluded.search_text'),
        search_words: body === undefined ? withHead(head, 'search_words') : eb.ref('excluded.search_words'),
        collection_id: eb.ref('excluded.collection_id'),
      })),
    )
}

/** The stored lines with another head: null stays null. */
function withHead(head: string, column: 'search_text' | 'search_words') {
  const stored = sql.ref<string>(`item_search.${column}`)
  return sql<string>`${head}::text || right(${stored}, position(E'\n' in reverse(${stored})) - 1)`
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
  const { phrase, keys, address, slug, words, isIndexed } = patterns
  const byWords = isIndexed.words ? sql`app.search_items_by_words` : sql`app.scan_items_by_words`
  return {
    ids: isIndexed.phrase
      ? lookedUp({ phrase, keys, address, slug })
      : sql`app.scan_items(${phrase}, ${address}, ${slug})`,
    else: words.length === 0 ? undefined : sql<string>`${byWords}(${[...words]})`,
  }
}

// Texts with blanks are no addresses.
function lookedUp({ phrase, keys, address, slug }: Pick<SearchPatterns, 'phrase' | 'keys' | 'address' | 'slug'>) {
  return keys.length === 0
    ? sql<string>`app.search_items(${phrase}, ${address}, ${slug})`
    : sql<string>`app.search_items_by_phrase(${phrase}, ${[...keys]}, ${slug})`
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
