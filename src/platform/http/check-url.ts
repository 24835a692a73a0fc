import { isIP } from 'node:net'

import type { AddressRules } from './addresses.ts'

const privateNames = /(^|\.)(localhost|local|internal)$/

/** The host of an address, without brackets and without a trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

/**
 * What the text of an address shows to be wrong, or undefined (http.md#addresses-of-others-are-guarded). If the operator opened
 * private networks, a name may lead into one: then scheme, port and name are checked after it resolves.
 */
export function objectionToUrl(url: URL, http: boolean, rules: AddressRules): string | undefined {
  if (url.username !== '' || url.password !== '') return 'An address must not contain a user name or password.'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Only https addresses are allowed.'
  const host = hostOf(url)
  if (isIP(host) !== 0) {
    if (rules.isOpened(host)) return undefined
    if (!rules.isPublic(host)) return 'This address is not on the public internet.'
  } else if (rules.opensAny) return undefined
  return objectionToPublicUrl(url, http)
}

/** What is required of an address on the public internet. */
export function objectionToPublicUrl(url: URL, http: boolean): string | undefined {
  if (url.protocol === 'http:' && !http) return 'Only https addresses are allowed.'
  if (url.port !== '') return `Only the port of ${url.protocol.slice(0, -1)} is allowed.`
  if (privateNames.test(hostOf(url).toLowerCase())) return 'This name is not on the public internet.'
  return undefined
}
