import type { StoredRobots } from '#areas/site-audit/json-columns.ts'
import { detailOf, Refusal } from '#kernel/errors.ts'
import type { SafeFetch } from '#kernel/http.ts'
import { storable } from '#std/storable.ts'

import { allowAll, allowNone, noAnswer, parseRobots, type Robots, robotsBytes } from './robots.ts'

const redirects = 5

/** Asks for the robots.txt of an origin. */
export async function fetchRobots(
  origin: string,
  { fetch, userAgent, signal }: { fetch: SafeFetch; userAgent: string; signal?: AbortSignal | undefined },
): Promise<StoredRobots> {
  try {
    const { status, body } = await fetch(`${origin}/robots.txt`, {
      headers: { 'user-agent': userAgent, accept: 'text/plain, */*;q=0.1' },
      http: true,
      redirects,
      maxBytes: robotsBytes,
      cut: true,
      ...(signal === undefined ? {} : { signal }),
    })
    const isText = status >= 200 && status < 300
    return { status, text: isText ? storable(body.toString('utf8')) : '' }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof Refusal)) throw error
    // A file that redirects on and on is one that is not there.
    if (detailOf(error, 'reason') === 'bad_response') return { status: 404, text: '' }
    return { status: null, text: '', fault: error.message }
  }
}

/** What a file says: one that is not there allows everything, one that does not answer nothing. */
export function robotsOf({ status, text }: StoredRobots): Robots {
  if (status === null) return noAnswer
  if (status >= 500) return allowNone
  return status >= 200 && status < 300 ? parseRobots(text) : allowAll
}
