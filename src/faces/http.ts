import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

/** One HTTP request as the faces see it. The body is unread. */
export type Incoming = {
  method: string
  /** Raw path and query, undecoded. */
  url: string
  headers: IncomingHttpHeaders
  /** Every line of every header, to detect a header that was sent twice. */
  headersDistinct: NodeJS.Dict<string[]>
  body: Readable
  /** The client's address: the socket's peer, or what a trusted proxy says. */
  address: string
  /** Aborted when the connection closes before the answer is complete. Absent where there is no connection. */
  readonly signal?: AbortSignal
  /** What the body is decides how long it may take: to be called before an upload is read. */
  expectUpload?(): void
}

export type Outgoing = {
  status: number
  headers: Record<string, string>
  /** Lines of `Set-Cookie`, where there are several. */
  cookies?: readonly string[]
  body: string | Buffer | Stream | null
  /** The stream ends by itself: a server that is closing waits for it. */
  isFinite?: true
}

/**
 * A body that is sent in parts, such as server-sent events. When the client leaves or the server ends, its iterator's `return()`
 * is called: a pending `next()` must not need another part to settle.
 */
export type Stream = AsyncIterable<string | Uint8Array>

/** A protocol: answers every request below its paths, refusals included. Never throws. */
export type Face = (request: Incoming) => Promise<Outgoing>

/** An answer that needs no work: names and values of its headers in turn, and its bytes. */
export type ReadyAnswer = { status: number; head: readonly string[]; body: Buffer | undefined }

/** Answers a request without a body at once, or leaves it to the faces. It runs for every request: nothing in it may take long. */
export type Ready = (request: Pick<Incoming, 'method' | 'url' | 'headers' | 'address'>) => ReadyAnswer | undefined

/** Path and query of a raw URL. The path is not decoded. */
export function splitUrl(url: string): { path: string; query: URLSearchParams } {
  const at = url.indexOf('?')
  return at === -1
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) }
}

/** One segment of a path, decoded; undefined where the percent sequence is invalid. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

export const jsonType = 'application/json; charset=utf-8'
