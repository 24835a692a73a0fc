import { Secret } from '#kernel/secret.ts'

/** A key that wraps data keys; its `kid` is stored beside what it sealed. */
export type MasterKey = { kid: string; key: Secret<Buffer> }

/** The length of a master key in bytes (AES-256). */
export const keyLength = 32

/** Reads `kid:base64,kid:base64`, the first one current. A fault is a sentence about the form that never holds a key. */
export function readMasterKeys(text: string): { value: readonly MasterKey[] } | { fault: string } {
  const keys: MasterKey[] = []
  for (const [index, part] of text.split(',').entries()) {
    const place = `entry ${index + 1}`
    const [, kid, encoded] = /^\s*([A-Za-z0-9._-]{1,64}):([A-Za-z0-9+/_-]+={0,2})\s*$/.exec(part) ?? []
    if (kid === undefined || encoded === undefined) return { fault: `${place} is not of the form kid:base64` }
    const key = Buffer.from(encoded, 'base64')
    if (key.length !== keyLength) return { fault: `${place} has ${key.length} bytes instead of ${keyLength}` }
    if (isPlaceholder(key)) return { fault: `${place} is a placeholder, not ${keyLength} random bytes` }
    if (keys.some((other) => other.kid === kid)) return { fault: `${place} repeats the kid of an earlier entry` }
    keys.push({ kid, key: new Secret(key) })
  }
  return { value: keys }
}

// Random bytes have about 30 different values among 32, are not all printable and do not count up; less than one key in
// a billion is refused wrongly.
function isPlaceholder(key: Buffer): boolean {
  const steps = new Set(key.subarray(1).map((byte, index) => byte - (key[index] ?? 0)))
  return new Set(key).size < 16 || steps.size === 1 || key.every((byte) => byte >= 0x20 && byte < 0x7f)
}
