import { createHmac } from 'node:crypto'

import { z } from 'zod'

import { faultOf, isDone, jsonOf, request } from '#connectors/request.ts'
import { type Connection, providerNames } from '#kernel/connection.ts'
import type { ConnectorFault, FaultKind } from '#kernel/connector-fault.ts'
import type { Fetched, FetchRules } from '#kernel/http.ts'

export const label = providerNames.ghost

const version = 'v6.0'
/** Seconds that a token is good for; Ghost takes five minutes at most. */
const tokenSeconds = 240

const errors = z.object({
  errors: z
    .array(
      z.object({
        type: z.string().optional(),
        code: z.string().nullish(),
        message: z.string().nullish(),
        context: z.string().nullish(),
        property: z.string().nullish(),
      }),
    )
    .min(1),
})

const kinds: Readonly<Record<string, FaultKind>> = {
  UPDATE_COLLISION: 'conflict',
  UpdateCollisionError: 'conflict',
  UnauthorizedError: 'auth',
  NoPermissionError: 'forbidden',
  NotFoundError: 'notFound',
  ValidationError: 'invalid',
  TooManyRequestsError: 'rateLimited',
}

type Call = Omit<FetchRules, 'body'> & {
  query?: Readonly<Record<string, string>>
  json?: unknown
  body?: Uint8Array<ArrayBuffer>
}

/**
 * One call of the Admin API (ghost.org/docs/admin-api). Returns the JSON of a 2xx, undefined where there is none. Errors: `auth`,
 * `forbidden`, `notFound`, `conflict` for an update of an older version, `invalid`, `rateLimited`, `unavailable`.
 */
export async function call(connection: Connection, path: string, given: Call = {}): Promise<unknown> {
  const { query = {}, json, body, headers, ...rules } = given
  const url = new URL(`${(connection.settings['siteUrl'] ?? '').replace(/\/+$/, '')}/ghost/api/admin${path}`)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const sent = body ?? (json === undefined ? undefined : JSON.stringify(json))
  const fetched = await request(connection, url.href, {
    ...rules,
    redirects: rules.method === undefined ? 3 : 0,
    headers: {
      accept: 'application/json',
      'accept-version': version,
      authorization: `Ghost ${tokenOf(connection)}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(sent === undefined ? {} : { body: sent }),
  })
  if (isDone(fetched)) return jsonOf(fetched)
  throw faultIn(fetched)
}

function faultIn(fetched: Fetched): ConnectorFault {
  const json = jsonOf(fetched)
  // A host in front of Ghost answers in HTML: nothing is known of what Ghost would say (integrations.md#the-service-says-gone).
  if (json === undefined && fetched.status !== 429)
    return faultOf(label, fetched, { kind: 'unavailable', reason: 'no_json' })
  const [first] = errors.safeParse(json).data?.errors ?? []
  const kind = kinds[first?.code ?? ''] ?? kinds[first?.type ?? '']
  return faultOf(label, fetched, {
    kind,
    reason: first?.code ?? first?.type,
    field: first?.property ?? undefined,
    said: first?.context ?? first?.message ?? undefined,
  })
}

/** A token for one call: HS256 with the hexadecimal half of the key, five minutes at most, for `/admin/`. */
function tokenOf({ secret, now }: Connection): string {
  const [id = '', hex = ''] = (secret['adminApiKey']?.reveal() ?? '').split(':')
  const iat = Math.floor(now().getTime() / 1000)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', kid: id })}.${encode({ iat, exp: iat + tokenSeconds, aud: '/admin/' })}`
  return `${signed}.${createHmac('sha256', Buffer.from(hex, 'hex')).update(signed).digest('base64url')}`
}
