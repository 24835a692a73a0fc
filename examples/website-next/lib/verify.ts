// Verifies a message from Masthead (Standard Webhooks 1.0.0) with nothing but Node.js.
import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceSeconds = 5 * 60

/** Whether the exact bytes of `body` were signed with this secret within the last five minutes. */
export function isSigned(secret: string, headers: Headers, body: string, now = Date.now()): boolean {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
    (name) => headers.get(`webhook-${name}`) ?? '',
  )
  if (!timestamp || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) return false
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // During a rotation there are several signatures: one match is enough.
  return (signature ?? '').split(' ').some((one) => {
    const [version, encoded = ''] = one.split(',')
    const given = Buffer.from(encoded, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
