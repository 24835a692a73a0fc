import { Refusal } from '#kernel/errors.ts'

/** A fault, told without its reason: that is in the log, under the request id. */
export function internalError(cause?: unknown): Refusal {
  const message = 'Something went wrong here. The request id leads to the reason in the log.'
  return new Refusal('internal_error', message, undefined, cause === undefined ? undefined : { cause })
}

/** Over a limit until `resetMs` from now: whole seconds, at least one (identity.md 7). */
export function tooManyRequests(resetMs: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil(resetMs / 1000))
  return new Refusal('rate_limited', `Too many requests. Try again in ${retryAfter} s.`, { retryAfter }, { retryAfter })
}
