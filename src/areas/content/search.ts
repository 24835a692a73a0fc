import { type RawBuilder, sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import { type SearchPatterns, searchPatterns } from '#std/search-patterns.ts'
import { searchTerm } from '#std/text.ts'

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

/** Ids of items, and of those that count only where none of the former is among the items in question. */
export type Searched = { ids: RawBuilder<string>; else: RawBuilder<string> | undefined }

/**
 * Items that contain a text as a phrase, or that an address names; else, where it is several words, those that contain all of
 * them (content.md#one-search). Undefined when nothing is searched.
 */
export function searchedItems(patterns: SearchPatterns | undefined): Searched | undefined {
  if (patterns === undefined) return undefined
  const { phrase, address, slug, words } = patterns
  return {
    ids: sql<string>`app.search_items(${phrase}, ${address}, ${slug})`,
    else: words.length === 0 ? undefined : sql<string>`app.search_items_by_words(${[...words]})`,
  }
}

/** Items that contain a text as a phrase, for a condition `in`; undefined when nothing is searched. */
export function naming(search: string | undefined) {
  const hits = searchedItems(searchPatterns(search ?? ''))
  return hits && sql<string>`(select ${hits.ids})`
}

/** The same, else those that contain all of its words. */
export function searched(search: string | undefined) {
  const hits = searchedItems(searchPatterns(search ?? ''))
  if (hits?.else === undefined) return hits && sql<string>`(select ${hits.ids})`
  return sql<string>`(with phrase(id) as materialized (select ${hits.ids})
    select id from phrase union all select ${hits.else} where not exists (select from phrase))`
}
