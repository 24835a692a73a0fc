import type { ManagerItem } from '#web/operations.ts'

/** Which field of an item a search matched, where its title does not show it; null where nothing needs to be said. */
export function matchedBy(
  item: Pick<ManagerItem, 'title' | 'slug' | 'canonicalUrl' | 'externalUrl'>,
  search: string,
): string | null {
  const wanted = search.trim().toLowerCase()
  const has = (text: string | null) => text?.toLowerCase().includes(wanted) ?? false
  if (!wanted || has(item.title)) return null
  if (has(item.canonicalUrl)) return 'Found by its canonical address'
  if (has(item.externalUrl)) return 'Found by its address on the website'
  if (has(item.slug) || item.slug.toLowerCase() === lastSegment(wanted)) return 'Found by its slug'
  return 'Found by its excerpt'
}

function lastSegment(address: string): string {
  const segment = address.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
