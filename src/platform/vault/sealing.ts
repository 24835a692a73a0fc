import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

/** AES-256-GCM with a random nonce. The result is nonce, ciphertext and tag; it opens only with the same `bound` data. */
export function seal(key: Buffer, plain: Buffer, bound: string): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
  cipher.setAAD(Buffer.from(bound))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** What `seal` was given, or undefined: another key, other bound data, or altered bytes. */
export function unseal(key: Buffer, sealed: Buffer, bound: string): Buffer | undefined {
  if (sealed.length < nonceLength + tagLength) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength })
  decipher.setAAD(Buffer.from(bound))
  decipher.setAuthTag(sealed.subarray(-tagLength))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()])
  } catch {
    return undefined
  }
}
