import type { Connection } from '#kernel/connection.ts'

/** Shorter ones are names and ids that occur in any text. */
const shortest = 8
const removed = '[removed]'
/** What people enter next to a secret, and services may name. */
const names = ['username', 'clientId']

/**
 * An answer without the credentials that it echoes, however they are written: services repeat them in codes, messages and names, and
 * all that is read of an answer may be shown (integrations.md#echoes-are-removed).
 */
export function withoutEchoes(
  body: Buffer,
  { secret, client }: Pick<Connection, 'secret' | 'client'>,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const stored = Object.entries(secret).flatMap(([name, value]) => (names.includes(name) ? [] : [value.reveal()]))
  const operators = client === undefined ? [] : [client.secret.reveal()]
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    isCredential(name) ? [value.split(' ').at(-1) ?? ''] : [],
  )
  const found = [...stored, ...operators, ...sent]
    .flatMap(formsOf)
    .filter((form) => form.length >= shortest && body.includes(form))
  if (found.length === 0) return body
  return Buffer.from(found.reduce((rest, form) => rest.replaceAll(form, removed), body.toString('utf8')))
}

const isCredential = (header: string): boolean => /^authorization$|access-token$/i.test(header)

/** A secret as answers may write it; of an address also what comes after its host, of a key with two halves each half. */
function formsOf(secret: string): string[] {
  const url = /^https?:/i.test(secret) ? URL.parse(secret) : null
  const parts = url === null ? secret.split(':') : [url.pathname + url.search, ...url.pathname.split('/')]
  return [...new Set([secret, secret.replaceAll(/\s/g, ''), ...parts])].flatMap((text) => {
    const bytes = Buffer.from(text, 'utf8')
    const base64 = bytes.toString('base64').replaceAll('=', '')
    return [
      text,
      text.replaceAll('/', String.raw`\/`),
      encodeURIComponent(text),
      base64,
      bytes.toString('base64url'),
      bytes.toString('hex'),
    ]
  })
}
