// Verifies a message from Masthead (Standard Webhooks 1.0.0) with nothing but Node.js.
import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 5 * 60

/**
 * Whether the exact bytes of `body` were signed with this secret within the last five minutes.
 *
 * @param {string} secret whsec_ and base64, or any text, which counts as its bytes
 * @param {{ id: string, timestamp: string, signature: string }} headers webhook-id, webhook-timestamp, webhook-signature
 * @param {string} body as it arrived
 * @param {number} now in milliseconds
 */
export function isSigned(secret, { id, timestamp, signature }, body, now = Date.now()) {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // During a rotation there are several signatures: one match is enough.
  return signature.split(' ').some((one) => {
    const [version, encoded = ''] = one.split(',')
    const given = Buffer.from(encoded, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Whether a message id is new. Where several processes serve one website, keep the ids in a store that they share. */
export function onceOnly(most = 10_000) {
  /** @type {Set<string>} */
  const seen = new Set()
  return {
    /** @param {string} id */
    has: (id) => seen.has(id),
    /** @param {string} id */
    add(id) {
      seen.add(id)
      for (const oldest of seen) {
        if (seen.size <= most) break
        seen.delete(oldest)
      }
    },
  }
}
