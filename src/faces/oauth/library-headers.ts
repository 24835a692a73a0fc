import type { Incoming } from '#faces/http.ts'

/**
 * The cookies that the library may see: those of a flow. Its own session would make switching accounts a dead end, and the web
 * session does not concern it (oauth.md#the-library-decides-protocol).
 */
export function cookieHeader({ headers }: Incoming): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const kept = pairs.filter((pair) => pair.startsWith('_interaction'))
  return kept.length === 0 ? undefined : kept.join('; ')
}
