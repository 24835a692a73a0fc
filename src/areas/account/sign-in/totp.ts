import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const digits = 6
const period = 30
const secretLength = 20
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new shared secret: 160 random bits, as RFC 4226 4 recommends. */
export function newTotpSecret(): Buffer {
  return randomBytes(secretLength)
}

/** The code of one time step (RFC 6238 with SHA-1 over RFC 4226). */
export function totpCode(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const offset = hash.readUInt8(hash.length - 1) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** length).padStart(length, '0')
}

/** The time step that a time falls into: 30 seconds long, counted from 1970. */
export function stepAt(moment: Date): number {
  return Math.floor(moment.getTime() / 1000 / period)
}

/** The time step whose code this is: the current one or a neighbour, latest first. Undefined: it is none of them. */
export function stepOfCode(secret: Buffer, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const present = stepAt(now)
  return [present + 1, present, present - 1].find((step) =>
    timingSafeEqual(Buffer.from(totpCode(secret, step)), Buffer.from(code)),
  )
}

/** The secret as people type it: base32 (RFC 4648 6) without padding. */
export function totpSecretText(secret: Buffer): string {
  const bits = Array.from(secret, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What an authenticator app reads from a QR code. */
export function otpauthUri({ secret, email, issuer }: { secret: Buffer; email: string; issuer: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`
  const fields = [
    `secret=${totpSecretText(secret)}`,
    `issuer=${encodeURIComponent(issuer)}`,
    'algorithm=SHA1',
    `digits=${digits}`,
    `period=${period}`,
  ]
  return `otpauth://totp/${label}?${fields.join('&')}`
}
