import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'

/** A fault, reported without its reason: that is in the log, under the request id. What passes by itself can be repeated. */
export function internalError(cause?: unknown): Refusal {
  if (isOutOfHandles(cause)) {
    const message = 'Too many files and connections are open right now. Repeat the call.'
    return new Refusal('unavailable', message, undefined, { retryAfter: 1, cause })
  }
  const message = 'Something went wrong here. The request id leads to the reason in the log.'
  return new Refusal('internal_error', message, undefined, cause === undefined ? undefined : { cause })
}

/** Whether the process or its machine may open no more files; what a thread says that could not start has it in its message. */
function isOutOfHandles(error: unknown): boolean {
  return error instanceof Error && /\b(EMFILE|ENFILE)\b/.test(error.message)
}

/** The refusal for a call that ended with this error. A fault is logged, with the name of what was called. */
export function refusalOf(
  error: unknown,
  { log, operation, requestId }: { log: Log; operation: string; requestId: string },
): Refusal {
  const refusal = error instanceof Refusal ? error : internalError(error)
  noteFault(log, refusal, { requestId, operation: operation.slice(0, 100) }, 'call failed')
  return refusal
}

/** Writes a fault into the log. A full queue is none: it is noted in one line, so that a flood of calls fills no disk. */
export function noteFault(log: Log, refusal: Refusal, fields: Record<string, unknown>, event: string): void {
  const { status, code, cause, message } = refusal
  if (status < 500) return
  if (code === 'unavailable' && cause === undefined) log.warn({ ...fields, reason: message }, event)
  else log.error({ ...fields, err: cause ?? refusal }, event)
}

/** Over a limit until `resetMs` from now: whole seconds, at least one. */
export function tooManyRequests(resetMs: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil(resetMs / 1000))
  return new Refusal('rate_limited', `Too many requests. Try again in ${retryAfter} s.`, { retryAfter }, { retryAfter })
}

/** Refuses where the password must be entered again; `until` is how long its last entry counts. */
export function requireElevation(until: Date | null | undefined, now: Date): void {
  if (until != null && until > now) return
  throw new Refusal('elevation_required', 'Enter your password again to do this.')
}

/** 401: the page that calls is another person's (web.md#pages-belong-to-one-person). */
export function somebodyElse(): Refusal {
  return new Refusal('unauthenticated', 'Somebody else is signed in here. Sign in again.')
}
