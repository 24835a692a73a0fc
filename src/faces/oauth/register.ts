import type { Incoming, Outgoing } from '#faces/http.ts'
import { isObject } from '#std/objects.ts'

import { cleanMetadata, faultOf, type MetadataFault } from './client-metadata.ts'
import { oauthError, readText } from './messages.ts'
import { waitOf } from './network-limit.ts'
import type { OAuthParts } from './parts.ts'
import type { Library } from './provider.ts'

const longestBody = 8 * 1024
const minute = 60_000
const day = 24 * 60 * minute

/** Dynamic client registration (RFC 7591), with our rules in front of the library (oauth.md#registration-is-open-and-bounded). */
export async function register(
  request: Incoming,
  { library, parts, requestId }: { library: Library; parts: OAuthParts; requestId: string },
): Promise<Outgoing> {
  const { perMinute, perDay } = parts.registrations
  const wait = await waitOf(parts.limiter, request.address, [
    { name: 'register-minute', limit: perMinute, windowMs: minute },
    { name: 'register-day', limit: perDay, windowMs: day },
  ])
  if (wait !== undefined)
    return oauthError(
      429,
      'temporarily_unavailable',
      `Too many registrations from this network. Try again in ${wait} s.`,
      {
        'Retry-After': String(wait),
      },
    )
  const body = await readText(request, longestBody)
  if (body === 'too large')
    return oauthError(413, 'invalid_client_metadata', 'The metadata of a client may have at most 8 KB.')
  const sent = jsonObject(request, body)
  if (sent === undefined)
    return oauthError(
      400,
      'invalid_client_metadata',
      'Send the metadata as a JSON object, with Content-Type: application/json.',
    )
  const fault: MetadataFault | undefined = faultOf(sent)
  if (fault !== undefined) return oauthError(400, fault.error, fault.error_description)
  return library.call({
    method: 'POST',
    url: '/oauth/register',
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-request-id': requestId },
    body: JSON.stringify(cleanMetadata(sent)),
    address: request.address,
  })
}

function jsonObject({ headers }: Incoming, body: string): Record<string, unknown> | undefined {
  if (headers['content-type']?.split(';')[0]?.trim().toLowerCase() !== 'application/json') return undefined
  try {
    const value: unknown = JSON.parse(body)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
