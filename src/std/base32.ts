export const base32Alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * 128 bits as 26 characters of Crockford base32, lower case, most significant first: the suffix of an id
 * (database.md#typed-ids).
 */
export function base32(bytes: Uint8Array): string {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  let text = ''
  for (let i = 0; i < 26; i++) {
    text = base32Alphabet[Number(value & 31n)] + text
    value >>= 5n
  }
  return text
}
