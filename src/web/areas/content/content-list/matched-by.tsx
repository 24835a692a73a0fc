import type { ManagerItem } from '#web/operations.ts'

/** Says which field of an item a search matched, where its title does not show it. */
export default function MatchedBy({ item, search }: { item: ManagerItem; search: string }) {
  const why = matchedBy(item, search)
  return why && <span className="ml-2 text-sm text-muted">{why}</span>
}

/** The same in words; null where nothing needs to be said. What no field of it shows is in its text. */
export function matchedBy(
  item: Pick<ManagerItem, 'title' | 'excerpt' | 'slug' | 'canonicalUrl' | 'externalUrl'>,
  search: string,
): string | null {
  const wanted = search.trim().toLowerCase()
  const words = wanted.split(/\s+/)
  const has = (text: string | null) => text !== null && words.every((word) => text.toLowerCase().includes(word))
  if (!wanted || has(item.title)) return null
  if (has(item.canonicalUrl)) return 'Found by its canonical address'
  if (has(item.externalUrl)) return 'Found by its address on the website'
  if (has(item.slug) || item.slug.toLowerCase() === lastSegment(wanted)) return 'Found by its slug'
  return has(item.excerpt) ? 'Found by its excerpt' : 'Found in its text'
}

function lastSegment(address: string): string {
  const segment = address.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
