import { createHash, randomBytes } from 'node:crypto'

/** How every secret that Masthead issues is stored: its SHA-256 (account.md#secrets-are-stored-as-hashes). */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** 32 random bytes, base64url: session cookies, one-time links, addresses that are their own permission. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text has the form of `newToken`. */
export function isToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}
