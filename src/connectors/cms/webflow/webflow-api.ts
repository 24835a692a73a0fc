import { z } from 'zod'

import { addressAt, faultOf, isDone, jsonOf, request } from '#connectors/request.ts'
import { type Connection, providerNames } from '#kernel/connection.ts'
import { ConnectorFault, type FaultKind } from '#kernel/connector-fault.ts'
import type { Fetched } from '#kernel/http.ts'

export const label = providerNames.webflow

const api = 'https://api.webflow.com/v2'

const refused = z.object({
  code: z.string(),
  message: z.string().optional().catch(undefined),
  details: z
    .array(z.object({ param: z.string().optional(), description: z.string().optional() }))
    .catch([])
    .default([]),
})

type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  query?: Readonly<Record<string, string>>
  json?: unknown
}

/**
 * One call of the Data API v2 (developers.webflow.com/data). Returns the JSON of a 2xx, undefined where there is none. Errors:
 * `auth`, `forbidden`, `notFound`, `invalid`, `rateLimited`, `unavailable`.
 */
export async function call(connection: Connection, path: string, given: Call = {}): Promise<unknown> {
  const { method = 'GET', query = {}, json } = given
  const url = new URL(addressAt(connection, `${api}${path}`))
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const fetched = await request(connection, url.href, {
    method,
    redirects: 0,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${connection.secret['token']?.reveal() ?? ''}`,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
  })
  if (isDone(fetched)) return jsonOf(fetched)
  throw faultIn(fetched)
}

const revoked = z.object({ did_revoke: z.literal(true) })

/**
 * Gives a grant back (developers.webflow.com/data/reference/oauth-app, "Revoke an access token"). Errors: `auth` where the operator
 * is not registered there, or no longer; `invalid` where it was not taken back.
 */
export async function revokeGrant(connection: Connection): Promise<void> {
  const { client, secret } = connection
  if (client === undefined)
    throw new ConnectorFault('auth', `The operator of this installation no longer names a client for ${label}.`)
  const fetched = await request(connection, addressAt(connection, 'https://webflow.com/oauth/revoke_authorization'), {
    method: 'POST',
    redirects: 0,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: client.id,
      client_secret: client.secret.reveal(),
      access_token: secret['token']?.reveal() ?? '',
    }),
  })
  if (fetched.status !== 200) throw faultIn(fetched)
  if (!revoked.safeParse(jsonOf(fetched)).success)
    throw new ConnectorFault('invalid', `${label} did not end the grant.`, { reason: 'not_revoked' })
}

function faultIn(fetched: Fetched): ConnectorFault {
  const { data } = refused.safeParse(jsonOf(fetched))
  // A host in front of the API answers in HTML: nothing is known of what the API would say.
  if (data === undefined && fetched.status !== 429)
    return faultOf(label, fetched, { kind: 'unavailable', reason: 'no_json' })
  // A conflict is one with the structure of the site, never with what somebody wrote.
  const kind: FaultKind | undefined = fetched.status === 409 ? 'invalid' : undefined
  const [first] = data?.details ?? []
  return faultOf(label, fetched, {
    kind,
    reason: data?.code,
    field: first?.param,
    said: first?.description ?? data?.message,
  })
}
