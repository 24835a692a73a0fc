import type { ItemBody, ItemChanges, ItemRow } from '#areas/items/index.ts'
import { type ItemId, storedId } from '#kernel/ids.ts'

import type { AddressBook } from './address-book.ts'
import { type ResolveLink, rewriteAddress, rewriteLinks } from './links/rewrite-links.ts'
import { linksTo } from './links/site-addresses.ts'

/** The parts of an item that can refer to others. */
export type Referring = Pick<ItemRow, 'id' | 'canonical_url' | 'related_articles' | 'internal_link_suggestions'> &
  Pick<ItemBody, 'content' | 'contentFormat'>

type Suggestion = NonNullable<ItemChanges['internalLinkSuggestions']>[number]

/**
 * The changes that make an item refer to the winner where it refers to a duplicate: links in its body, related articles,
 * suggested links, canonical URL. Undefined where it refers to none. A duplicate keeps what it says about itself
 * (seo.md#duplicates-keep-their-words).
 */
export function rewriteReferences(item: Referring, book: AddressBook): ItemChanges | undefined {
  const duplicates = book.duplicates.filter(({ id }) => id !== item.id)
  const resolve = linksTo(book.site, duplicates, book.winner)
  const ids = new Set(duplicates.map(({ id }) => id))
  const changes: ItemChanges = {}

  const content = rewriteLinks(item.content, item.contentFormat, resolve)
  if (content !== item.content) changes.content = content
  const related = relatedOf(item, book, ids)
  if (related !== undefined) changes.relatedArticles = related
  const suggestions = suggestionsOf(item, book, { ids, resolve })
  if (suggestions !== undefined) changes.internalLinkSuggestions = suggestions
  if (item.canonical_url !== null) {
    const canonical = rewriteAddress(item.canonical_url, resolve)
    if (canonical !== item.canonical_url) changes.canonicalUrl = item.id === book.winner.id ? null : canonical
  }
  return Object.keys(changes).length === 0 ? undefined : changes
}

function relatedOf(
  { id, related_articles: related }: Referring,
  { winner }: AddressBook,
  ids: ReadonlySet<string>,
): ItemId[] | undefined {
  if (!related.some((entry) => ids.has(entry))) return undefined
  const renamed = related.map((entry) => (ids.has(entry) ? winner.id : entry))
  return [...new Set(renamed)].filter((entry) => entry !== id).map((entry) => storedId('item', entry))
}

function suggestionsOf(
  { id, internal_link_suggestions: stored }: Referring,
  { winner }: AddressBook,
  { ids, resolve }: { ids: ReadonlySet<string>; resolve: ResolveLink },
): Suggestion[] | undefined {
  let isChanged = false
  const renamed = stored.flatMap((entry): Suggestion[] => {
    const next = renamedSuggestion(entry, storedId('item', winner.id), { ids, resolve })
    if (next === undefined) return [entry]
    isChanged = true
    // An item does not suggest links to itself.
    return next.targetItemId === id ? [] : [next]
  })
  if (!isChanged) return undefined
  const seen = new Set<string>()
  return renamed.filter(({ anchor, targetItemId, url }) => {
    const key = JSON.stringify([anchor, targetItemId ?? null, url ?? null])
    return !seen.has(key) && seen.add(key) !== undefined
  })
}

function renamedSuggestion(
  entry: Suggestion,
  winnerId: ItemId,
  { ids, resolve }: { ids: ReadonlySet<string>; resolve: ResolveLink },
): Suggestion | undefined {
  if (entry.targetItemId !== undefined)
    return ids.has(entry.targetItemId) ? { ...entry, targetItemId: winnerId } : undefined
  const url = rewriteAddress(entry.url ?? '', resolve)
  return url === (entry.url ?? '') ? undefined : { ...entry, url }
}
