import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

import { credentialStarts } from '#kernel/credential-text.ts'
import { hashOf } from '#kernel/tokens.ts'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const form = /^mh_sk_[0-9A-Za-z]{36}$/
const beforeChecksum = credentialStarts.apiKey.length + 30

/** What every API key begins with, for secret scanners and for the bearer header (calls.md#one-credential-per-request). */
export const apiKeyStart = credentialStarts.apiKey

/** A new API key (account.md#form-of-a-key). */
export function newApiKey(): string {
  const body = apiKeyStart + randomDigits(30)
  return body + checksum(body)
}

/** What is stored of a key, and shown later. */
export function partsOfApiKey(key: string): { hash: Buffer; prefix: string; last4: string } {
  return { hash: hashOf(key), prefix: key.slice(0, 8), last4: key.slice(beforeChecksum - 4, beforeChecksum) }
}

/** The hash to look a key up by, or undefined for what cannot be a key, so that garbage costs no query. */
export function hashOfApiKey(text: string): Buffer | undefined {
  if (!form.test(text)) return undefined
  if (checksum(text.slice(0, beforeChecksum)) !== text.slice(beforeChecksum)) return undefined
  return hashOf(text)
}

function checksum(text: string): string {
  let rest = crc32(text)
  let written = ''
  for (let at = 0; at < 6; at++) {
    written = (digits[rest % 62] ?? '') + written
    rest = Math.floor(rest / 62)
  }
  return written
}

// Bytes from 248 on are thrown away, so that every digit is equally likely.
function randomDigits(count: number): string {
  let text = ''
  while (text.length < count)
    for (const byte of randomBytes(count)) {
      if (byte < 248 && text.length < count) text += digits[byte % 62] ?? ''
    }
  return text
}
