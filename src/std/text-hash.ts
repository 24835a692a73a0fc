import { createHash } from 'node:crypto'

/** What a path, an address or a long text is found by: SHA-256, in hexadecimal. */
export function textHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
