import { maskCredentials, maskCredentialsIn } from '#kernel/credential-text.ts'
import type { Refusal } from '#kernel/errors.ts'

/** The answer to a call as `/v2` and the web application send it; the MCP door reads the same. */
export type Answer = {
  status: number
  body: string
  replayed: boolean
  retryAfter: number | undefined
  showsSecret: boolean
  /** The state of public content after a change of it (content-api.md#content-has-revisions). */
  contentRevision?: string
  /** Why the call was refused, for the headers of a door; undefined for a stored answer. */
  refusal?: Refusal
}

/** What was called, and how. */
type Asked = { operation: string; requestId: string; dryRun: boolean; showsSecret: boolean }

/** The answer to a call that was done. */
export function doneAnswer({ operation, requestId, dryRun, showsSecret }: Asked, result: unknown): Answer {
  const body = successBody(operation, requestId, result, dryRun)
  return { status: 200, body, replayed: false, retryAfter: undefined, showsSecret }
}

/** The answer to a call that was refused. */
export function refusedAnswer(refusal: Refusal, requestId: string): Answer {
  const body = errorBody(refusal, requestId)
  return { status: refusal.status, body, replayed: false, retryAfter: refusal.retryAfter, showsSecret: false, refusal }
}

/** An answer that was sent before. */
export function replayedAnswer({ status, body }: { status: number; body: string }): Answer {
  return { status, body, replayed: true, retryAfter: undefined, showsSecret: false }
}

/** The JSON of a success. */
export function successBody(operation: string, requestId: string, result: unknown, dryRun: boolean): string {
  return JSON.stringify({ operation, requestId, result, ...(dryRun ? { dryRun: true } : {}) })
}

/** The JSON of a refusal. What it repeats of the call has no credentials of ours. */
export function errorBody(refusal: Refusal, requestId: string): string {
  const { code, status } = refusal
  const message = maskCredentials(refusal.message)
  const details = refusal.details === undefined ? {} : { details: maskCredentialsIn(refusal.details) }
  return JSON.stringify({ error: { code, message, status, requestId, ...details } })
}
