import { Refusal } from '#kernel/errors.ts'
import type { Fetched, SafeFetch } from '#kernel/http.ts'
import { legacyHeaders, signedHeaders } from '#kernel/webhook-signature.ts'

import type { Outcome } from './mark-delivery.ts'
import { readRetryAfter } from './pace.ts'
import type { SignedTarget } from './webhook-target.ts'

type Sending = { target: SignedTarget; messageId: string; body: string; now: Date; timeoutMs: number }

/** One attempt: its outcome, how long it took, and the names of the headers that were sent. */
export type Attempt = {
  outcome: Outcome
  /** Why there was no answer. */
  failure?: Refusal
  latencyMs: number
  headers: string[]
}

const toldStatuses = new Set([429, 503])

/**
 * Sends a message once. Success is a 2xx, whatever the receiver writes (integrations.md#the-status-decides); a redirect is a failure and is
 * not followed.
 * Never call it inside a transaction.
 */
export async function sendMessage(
  fetch: SafeFetch,
  { target, messageId, body, now, timeoutMs }: Sending,
): Promise<Attempt> {
  const [current] = target.secrets
  if (current === undefined) throw new Error('a message that nobody signs is not sent')
  const headers = {
    ...signedHeaders({ id: messageId, at: now, body }, target.secrets),
    ...legacyHeaders(current, target.legacyHeader),
  }
  const begun = performance.now()
  const rules = { method: 'POST', headers, body, redirects: 0, timeoutMs, statusDecides: true } as const
  const came = await fetch(target.url, rules).then((fetched) => ({ outcome: outcomeOf(fetched) }), failureOf)
  return { ...came, latencyMs: Math.round(performance.now() - begun), headers: Object.keys(headers) }
}

function outcomeOf({ status, headers }: Fetched): Outcome {
  if (status >= 200 && status < 300) return { status, error: null }
  const retryAfterMs = toldStatuses.has(status) ? readRetryAfter(headers.get('retry-after'), Date.now()) : undefined
  return { status, retryAfterMs, error: { code: 'target_rejected', message: `The website answered ${status}.` } }
}

// It is reported as a code and a sentence of ours, never as what the receiver wrote.
function failureOf(error: unknown): { outcome: Outcome; failure: Refusal } {
  if (!(error instanceof Refusal)) throw error
  return { outcome: { status: null, error: { code: error.code, message: error.message } }, failure: error }
}
