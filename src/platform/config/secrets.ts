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
  return { value: text }
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
