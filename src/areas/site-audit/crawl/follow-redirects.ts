import { locationOf } from '#kernel/http.ts'
import { urlKey } from '#std/url-key.ts'

import type { Answer, AskRules, Client } from './client.ts'

/** What came of an address: the last answer and who gave it. `answer` null: `url` is one that must not be asked for. */
export type Followed = { url: string; answer: Answer | null }

/** The website that is looked at: what is its own, and what may be asked for. */
export type Asking = {
  client: Client
  isOwn(url: string): boolean
  /** Whether an address may be asked for: one of others always, an own one as robots.txt says where it is obeyed. */
  mayAsk(url: string): Promise<boolean>
}

type Way = AskRules & {
  /** Redirects that are followed; an address behind one more does not answer. */
  redirects: number
  /** Whether a redirect to another website is left alone. */
  staysInside?: boolean
  /** Called before each request. */
  before?: (url: string) => Promise<void>
}

/**
 * Asks for an address and for those behind its redirects, each of them as a request of its own: in its turn, with its own time, and only
 * where it may be asked for (site-audit.md#every-hop-is-asked).
 */
export async function followRedirects(
  { client, isOwn, mayAsk }: Asking,
  first: string,
  { redirects, staysInside = false, before, ...rules }: Way,
): Promise<Followed> {
  let url = first
  for (let hop = 0; ; hop++) {
    if (staysInside && !isOwn(url)) return { url, answer: null }
    if (!(await mayAsk(url))) return { url, answer: null }
    await before?.(url)
    const answer = await client.ask(url, rules)
    const location = 'error' in answer ? null : locationOf(answer)
    if (location === null) return { url, answer }
    const next = addressOf(location, { url, isOwn })
    if (next === undefined || hop === redirects) return { url, answer: { error: 'unreachable' } }
    url = next
  }
}

/** Own addresses are asked for by their key; those of others as they are, because their parameters may be what the redirect is for. */
function addressOf(location: string, { url, isOwn }: { url: string } & Pick<Asking, 'isOwn'>): string | undefined {
  const next = URL.parse(location, url)
  if (next === null || !/^https?:$/.test(next.protocol)) return undefined
  next.hash = ''
  return isOwn(next.href) ? urlKey(next.href) : next.href
}
