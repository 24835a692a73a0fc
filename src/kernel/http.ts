/** What an outbound request may do; what is left out has the default that is named next to it. */
export type FetchRules = {
  method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
  /** Whether plain `http` on port 80 is allowed too, for crawling and site audits. */
  http?: boolean
  /** Redirects that are followed; 3 by default. */
  redirects?: number
  /** Milliseconds in total; 10,000 by default. */
  timeoutMs?: number
  /** Bytes of the decompressed body; 1,000,000 by default. */
  maxBytes?: number
  /** Whether a body that is larger is cut there, rather than refused. */
  cut?: boolean
  /** Whether the status alone is the answer: of a body that is larger, or does not arrive whole, what came is kept. */
  statusDecides?: boolean
  /** Content types that are accepted, without parameters; all by default. */
  types?: readonly string[]
  /** Sees the body as it arrives; where it returns false, nothing more of it is read. It must not throw. */
  onPart?: (part: Uint8Array, about: { status: number; headers: Headers }) => boolean
  /** Ends the request; what it was aborted with is thrown. */
  signal?: AbortSignal
}

/** An answer from outside, read to its end. `url` is the address that answered. */
export type Fetched = {
  status: number
  headers: Headers
  body: Buffer
  url: string
  /** Milliseconds until the last answer began. */
  firstByteMs?: number
  /** Whether the body goes on after what was read. */
  isCut?: boolean
  /** Until when the certificate of the host is valid. */
  certificateEndsAt?: Date
}

const redirects = new Set([301, 302, 303, 307, 308])

/** Where an answer leads, as it says it; null where it is no redirect (RFC 9110, 15.4: those that name a place to ask instead). */
export function locationOf({ status, headers }: { status: number; headers: Pick<Headers, 'get'> }): string | null {
  return redirects.has(status) ? headers.get('location') : null
}

/** Errors: 422 `url_not_allowed` for what the text of an address shows, without a request. */
export type CheckUrl = (address: string, rules?: Pick<FetchRules, 'http'>) => void

/**
 * The one way to an address that a tenant, a page or a client can choose (http.md#addresses-of-others-are-guarded). Errors: 422
 * `url_not_allowed` for what the text of the address shows, 502 `upstream_failed` for everything after name resolution,
 * with the reason `unreachable`, `timeout` or `bad_response`; for the last, `about` says whether `size` or `type` is wrong.
 */
export type SafeFetch = (address: string, rules?: FetchRules) => Promise<Fetched>
