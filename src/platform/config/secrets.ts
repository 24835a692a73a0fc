import { accessSync, constants } from 'node:fs'

import type { z } from 'zod'

import { Secret } from '#kernel/secret.ts'

import { parsed } from './readers.ts'
import type { Read } from './readers.ts'

/** A value of the environment that is a `Secret` from the moment it is parsed. Faults never quote it. */
export function secret<T>(read: (text: string) => Read<T>): z.ZodType<Secret<T>, string> {
  return parsed((text) => {
    const result = read(text)
    return 'fault' in result ? result : { value: new Secret(result.value) }
  })
}

/** The address of a PostgreSQL database. */
export function databaseUrl(text: string): Read<string> {
  const url = URL.parse(text)
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:')
    return { fault: 'is not the address of a PostgreSQL database' }
  if (url.pathname.length < 2) return { fault: 'names no database' }
  try {
    decodeURIComponent(url.username + url.password + url.pathname)
  } catch {
    return { fault: 'has a % that does not start a percent sequence (write it as %25)' }
  }
  const file = ['sslrootcert', 'sslcert', 'sslkey'].find((name) => !canRead(url.searchParams.get(name)))
  if (file !== undefined) return { fault: `names a file in ${file} that does not exist or is closed to this user` }
  return { value: withCheckedServer(text) }
}

/** Says what the driver does with these modes, which it warns about: it checks the certificate of the server and its name in all of them. */
function withCheckedServer(text: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(text)) return text
  return text.replaceAll(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/g, '$1verify-full')
}

function canRead(path: string | null): boolean {
  if (path === null || path === '') return true
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}

/** The address of a mail server, with its account. */
export function smtpUrl(text: string): Read<string> {
  const url = URL.parse(text)
  if ((url?.protocol !== 'smtp:' && url?.protocol !== 'smtps:') || url.hostname === '')
    return { fault: 'is not the address of a mail server (smtp:// or smtps://)' }
  try {
    decodeURIComponent(url.username + url.password)
  } catch {
    return { fault: 'has a % that does not start a percent sequence (write it as %25)' }
  }
  return { value: text }
}

/** The secret of a key that is used as it is. */
export function secretKey(text: string): Read<string> {
  return /^[\x21-\x7e]{1,500}$/.test(text) ? { value: text } : { fault: 'has blanks or characters beyond ASCII' }
}
