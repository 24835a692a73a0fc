/** What each kind of credential of Masthead begins with. Those that make one take it from here, and so does the mask. */
export const credentialStarts = {
  apiKey: 'mh_sk_',
  accessToken: 'mh_at_',
  refreshToken: 'mh_rt_',
  invitation: 'mh_inv_',
  webhookSecret: 'whsec_',
} as const

// A start may be percent-encoded, as in a path. Lists show the first characters of a key: those alone are not masked.
const starts = Object.values(credentialStarts).map((start) => start.replaceAll('_', '(?:_|%5f)'))
const shown = 6
const credential = new RegExp(`(${starts.join('|')})[\\w+/=%-]{${shown},}`, 'gi')
const shortest = Math.min(...Object.values(credentialStarts).map(({ length }) => length)) + shown

/** A text of a caller as it may be kept, logged or sent back: of each credential only its kind is left (audit.md#credentials-are-masked). */
export function maskCredentials(text: string): string {
  return text.length < shortest ? text : text.replace(credential, '$1[redacted]')
}

/** The same for every text in JSON, names of fields included. */
export function maskCredentialsIn(value: unknown): unknown {
  if (typeof value === 'string') return maskCredentials(value)
  if (Array.isArray(value)) return value.map(maskCredentialsIn)
  if (typeof value !== 'object' || value === null || writesItself(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [maskCredentials(name), maskCredentialsIn(part)]),
  )
}

/** Whether JSON.stringify asks an object what to write; a caller's object may have a field of that name. */
export const writesItself = (value: object): boolean => 'toJSON' in value && typeof value.toJSON === 'function'
