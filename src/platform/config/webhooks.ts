import { Secret } from '#kernel/secret.ts'
import type { ConfiguredWebhook, LegacyHeader } from '#kernel/webhook.ts'
import { addressRules } from '#platform/http/addresses.ts'
import { objectionToUrl } from '#platform/http/check-url.ts'
import { isObject } from '#std/objects.ts'

import type { Read } from './readers.ts'

/** Webhooks by the id of their organization, as CONTENT_REVALIDATION_WEBHOOKS has them. */
export type WebhooksById = ReadonlyMap<string, ConfiguredWebhook>

const fields = new Set(['webhookUrl', 'webhookSecret', 'legacyHeader'])
const legacyHeaders: readonly LegacyHeader[] = ['authorization', 'x-webhook-secret']

/** The JSON object of webhooks by organization. Faults name an entry by its number and quote nothing. */
export function readWebhooks(text: string): Read<WebhooksById> {
  const given = parse(text)
  if (given === undefined) return { fault: 'is not JSON' }
  if (!isObject(given)) return { fault: 'is not a JSON object with organization ids as its keys' }
  const webhooks = new Map<string, ConfiguredWebhook>()
  for (const [at, [organizationId, entry]] of Object.entries(given).entries()) {
    const read = readEntry(entry)
    if ('fault' in read) return { fault: `entry ${at + 1} ${read.fault}` }
    webhooks.set(organizationId, read.value)
  }
  return { value: webhooks }
}

/** The address of a website: http or https, without credentials and fragment. */
export function webhookUrl(text: string): Read<string> {
  const url = URL.parse(text)
  if (url === null || !/^https?:\/\//i.test(text) || text.length > 2048) return { fault: 'is not an http or https URL' }
  if (url.username !== '' || url.password !== '') return { fault: 'contains a user name or password' }
  if (url.hash !== '') return { fault: 'contains a fragment (#), which is never sent' }
  return { value: text }
}

/** A secret of Standard Webhooks (`whsec_` and base64 of 24 to 64 bytes), or any text, which counts as its bytes. */
export function webhookSecret(text: string): Read<string> {
  if (text === '') return { fault: 'is empty' }
  if (!text.startsWith('whsec_')) return { value: text }
  const encoded = text.slice('whsec_'.length)
  const bytes = Buffer.from(encoded, 'base64')
  const isBase64 = bytes.toString('base64').replace(/=+$/, '') === encoded.replace(/=+$/, '')
  return isBase64 && bytes.length >= 24 && bytes.length <= 64
    ? { value: text }
    : { fault: 'is not whsec_ and the base64 of 24 to 64 bytes' }
}

/** What the guard of outbound requests would object to in an address, before anything is sent to it. */
export function objectionToWebhook(url: string, privateNetworks: readonly string[]): string | undefined {
  return objectionToUrl(new URL(url), false, addressRules(privateNetworks))
}

function readEntry(entry: unknown): Read<ConfiguredWebhook> {
  if (!isObject(entry)) return { fault: 'is not an object with webhookUrl and webhookSecret' }
  if (Object.keys(entry).some((field) => !fields.has(field)))
    return { fault: 'has a field other than webhookUrl, webhookSecret and legacyHeader' }
  const { webhookUrl: address, webhookSecret: key, legacyHeader } = entry
  const url = typeof address === 'string' ? webhookUrl(address) : { fault: 'is missing' }
  if ('fault' in url) return { fault: `has a webhookUrl that ${url.fault}` }
  const secret = typeof key === 'string' ? webhookSecret(key) : { fault: 'is missing' }
  if ('fault' in secret) return { fault: `has a webhookSecret that ${secret.fault}` }
  const header = readLegacyHeader(legacyHeader)
  if (header === undefined)
    return { fault: 'has a legacyHeader that is neither "authorization" nor "x-webhook-secret"' }
  // A header ends at a line break and cannot contain every letter.
  if (header !== null && !/^[\x21-\x7e]+$/.test(secret.value))
    return { fault: 'has a webhookSecret that cannot be sent in a header' }
  return { value: { url: url.value, secret: new Secret(secret.value), legacyHeader: header } }
}

function readLegacyHeader(given: unknown): LegacyHeader | null | undefined {
  if (given === undefined || given === null || given === false) return null
  if (typeof given !== 'string') return undefined
  return legacyHeaders.find((header) => header === given.toLowerCase())
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
