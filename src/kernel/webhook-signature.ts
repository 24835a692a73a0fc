import { createHmac } from 'node:crypto'

import type { Secret } from './secret.ts'
import type { LegacyHeader } from './webhook.ts'

/** A message as it is sent: the same id on every attempt, with the time of this one. */
export type Sent = { id: string; at: Date; body: string }

/**
 * The headers of Standard Webhooks 1.0.0. Each secret signs the exact bytes, the current one first: during a rotation the
 * receiver uses the one it knows.
 */
export function signedHeaders({ id, at, body }: Sent, secrets: readonly Secret<string>[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const mac = createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${mac}`
  })
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'Masthead-Webhooks/1',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** What a receiver without support for signatures gets: the secret as it was configured. */
export function legacyHeaders(secret: Secret<string>, header: LegacyHeader | null): Record<string, string> {
  if (header === null) return {}
  return header === 'authorization'
    ? { Authorization: `Bearer ${secret.reveal()}` }
    : { 'x-webhook-secret': secret.reveal() }
}

/** A secret without the prefix counts as its bytes (integrations.md#secrets-rotate). */
function keyOf(secret: Secret<string>): Buffer {
  const text = secret.reveal()
  return text.startsWith('whsec_') ? Buffer.from(text.slice('whsec_'.length), 'base64') : Buffer.from(text)
}
