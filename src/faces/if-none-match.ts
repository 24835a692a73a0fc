/**
 * Whether `If-None-Match` names one of these tags, which are in quotes, or any (RFC 9110, 13.1.2): lists count, and weak tags, which
 * proxies make of strong ones when they compress.
 */
export function isNoneMatch(header: string | undefined, ...tags: readonly string[]): boolean {
  if (header === undefined) return false
  return header.trim() === '*' || [...header.matchAll(/"[^"]*"/g)].some(([tag]) => tags.includes(tag))
}
