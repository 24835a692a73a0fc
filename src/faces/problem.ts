import { type Answer, errorBody } from '#catalog/run/answer.ts'
import { internalError, noteFault } from '#catalog/run/refusals.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'

import { jsonType, type Outgoing } from './http.ts'

/** The answer of the runner over HTTP, with the headers that belong to it (calls.md#one-table-of-refusals). */
export function sendAnswer(answer: Answer, requestId: string, headers: Record<string, string> = {}): Outgoing {
  return {
    status: answer.status,
    headers: {
      ...headers,
      'Content-Type': jsonType,
      'Cache-Control': 'no-store',
      'X-Request-Id': requestId,
      ...(answer.contentRevision === undefined ? {} : { 'X-Content-Revision': answer.contentRevision }),
      ...(answer.replayed ? { 'Idempotent-Replayed': 'true' } : {}),
      ...(answer.retryAfter === undefined ? {} : { 'Retry-After': String(answer.retryAfter) }),
    },
    body: answer.body,
  }
}

/** A refusal before any operation, as an error object. */
export function sendRefusal(refusal: Refusal, requestId: string, headers: Record<string, string> = {}): Outgoing {
  const answer = {
    status: refusal.status,
    body: errorBody(refusal, requestId),
    replayed: false,
    retryAfter: refusal.retryAfter,
    showsSecret: false,
  }
  return sendAnswer(answer, requestId, headers)
}

/** What was thrown, as a refusal: a fault becomes `internal_error`, and its reason goes to the log only. */
export function asRefusal(error: unknown, requestId: string, log: Log): Refusal {
  if (error instanceof Refusal) {
    noteFault(log, error, { requestId }, 'request failed')
    return error
  }
  log.error({ requestId, err: error }, 'request failed')
  return internalError(error)
}

/** 405 with the methods that the path has. */
export function methodNotAllowed(allow: string, requestId: string, headers: Record<string, string> = {}): Outgoing {
  return sendRefusal(new Refusal('method_not_allowed', `This path accepts ${allow}.`), requestId, {
    ...headers,
    Allow: allow,
  })
}
