import { maskCredentialsIn } from '#kernel/credential-text.ts'
import { findForbidden } from '#std/json.ts'

/** What is wrong with the metadata of a client, as RFC 7591 names it. */
export type MetadataFault = { error: 'invalid_redirect_uri' | 'invalid_client_metadata'; error_description: string }

const most = { redirects: 10, redirectLength: 2000, text: 2000 }
const grantTypes = ['authorization_code', 'refresh_token']

/** What is kept of a registration: nothing that would make the library fetch an address or demand what is not offered. */
const kept = [
  'redirect_uris',
  'client_name',
  'client_uri',
  'logo_uri',
  'policy_uri',
  'tos_uri',
  'grant_types',
  'response_types',
  'token_endpoint_auth_method',
  'token_endpoint_auth_methods_supported',
]

/**
 * Metadata as the library takes it (oauth.md#registration-is-open-and-bounded). Some clients send `web` with a custom scheme:
 * every client is `native`, so that https, private-use schemes and loopback addresses are accepted, and http elsewhere is not.
 */
export function cleanMetadata(sent: Record<string, unknown>): Record<string, unknown> {
  const metadata = Object.fromEntries(
    Object.entries(sent)
      .filter(([name]) => kept.includes(name))
      .map(([name, value]) => [name, name === 'redirect_uris' ? value : maskCredentialsIn(value)]),
  )
  return { ...metadata, ...usableGrantTypes(sent['grant_types']), application_type: 'native' }
}

/** What the library would let pass, or would describe badly. */
export function faultOf(sent: Record<string, unknown>): MetadataFault | undefined {
  if (findForbidden(sent) !== undefined)
    return invalid('invalid_client_metadata', 'a text has a NUL or half of a surrogate pair')
  if (Object.values(sent).some((value) => typeof value === 'string' && value.length > most.text))
    return invalid('invalid_client_metadata', `a text is longer than ${most.text} characters`)
  const uris = sent['redirect_uris']
  if (!Array.isArray(uris) || uris.length === 0)
    return invalid('invalid_redirect_uri', 'redirect_uris must be a list with at least one URI')
  if (uris.length > most.redirects)
    return invalid('invalid_redirect_uri', `redirect_uris must have at most ${most.redirects} members`)
  const objection = uris.map(objectionTo).find((found) => found !== undefined)
  return objection === undefined ? undefined : invalid('invalid_redirect_uri', `redirect_uris ${objection}`)
}

function objectionTo(uri: unknown): string | undefined {
  if (typeof uri !== 'string') return 'must only contain strings'
  if (uri.length > most.redirectLength) return `must have at most ${most.redirectLength} characters each`
  if (/[\s\p{Cc}\\]/u.test(uri)) return 'must not contain white space or backslashes'
  if (uri.includes('*')) return 'must not contain *'
  if (uri.includes('#')) return 'must not contain fragments'
  const url = URL.parse(uri)
  if (url === null) return 'must only contain valid uris'
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password'
  return isNotPrivate(url.protocol) ? `must not have the scheme ${url.protocol}` : undefined
}

/**
 * Schemes that are not private use (RFC 8252 7.1): they are registered for something, lead elsewhere than to an application of the client,
 * and the consent page could not say where. Those of scripts and local files are refused by the library.
 */
const registered = new Set(
  `acct cid dav dns facetime fax feed finger ftp ftps geo git gopher http+unix im imap imaps intent irc irc6 ircs itms jar ldap ldaps magnet
  mailto mid mms modem mvn news nfs nntp pop pop3 pop3s rsync rtmp rtmps rtsp rtsps sftp sip sips smb sms smsto smtp snmp ssh stun
  svn tel telnet tftp turn urn view-source vnc webcal ws wss xmpp`.split(/\s+/),
)

function isNotPrivate(protocol: string): boolean {
  const scheme = protocol.slice(0, -1)
  return registered.has(scheme) || /^(web\+|git\+|svn\+|android-app$|filesystem$)/.test(scheme)
}

// Clients name everything they know, such as the device flow; only what is offered counts.
function usableGrantTypes(sent: unknown): { grant_types?: unknown } {
  if (sent === undefined || (Array.isArray(sent) && sent.length === 0)) return { grant_types: grantTypes }
  if (!Array.isArray(sent)) return {}
  const usable = sent.filter((type) => grantTypes.includes(type as string))
  return usable.length === 0 ? {} : { grant_types: usable }
}

function invalid(error: MetadataFault['error'], description: string): MetadataFault {
  return { error, error_description: description }
}
