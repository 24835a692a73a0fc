import { Webhook } from 'standardwebhooks'

/** Whether the exact bytes of `body` were signed with this secret within the last five minutes: whsec_ and base64, or any text, which counts as its bytes. */
export function isSigned(secret: string, headers: Headers, body: string): boolean {
  const webhook = secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' })
  try {
    webhook.verify(body, Object.fromEntries(headers))
    return true
  } catch {
    return false
  }
}
