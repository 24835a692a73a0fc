import { z } from 'zod'

import { addressAt, faultOf, jsonOf, request } from '#connectors/request.ts'
import type { Connection, GivenCode } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'

/** The address at which a person signs in, with these parameters (RFC 6749 4.1.1). */
export function authorizeAddress(connection: Connection, address: string, given: Record<string, string>): string {
  const url = new URL(addressAt(connection, address))
  for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value)
  return url.href
}

const granted = z.object({ access_token: z.string().min(10), scope: z.string().default('') })

/**
 * The token for a code at a service whose tokens do not end (RFC 6749 4.1.3). Errors: `auth` where the service refuses the code or
 * the operator's registration; `unavailable`.
 */
export async function tokenFor(
  connection: Connection,
  { label, address }: { label: string; address: string },
  { code, redirectUri }: GivenCode,
): Promise<{ token: string; scopes: string[] }> {
  const { id = '', secret } = connection.client ?? {}
  const fetched = await request(connection, addressAt(connection, address), {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: id,
      client_secret: secret?.reveal() ?? '',
      code,
      redirect_uri: redirectUri,
    }).toString(),
    redirects: 0,
  })
  const { data } = granted.safeParse(jsonOf(fetched))
  if (fetched.status === 200 && data !== undefined)
    return { token: data.access_token, scopes: data.scope.split(/[\s,]+/).filter((one) => one !== '') }
  if (fetched.status === 200) throw new ConnectorFault('auth', `${label} refuses the code.`)
  throw faultOf(label, fetched, { kind: fetched.status < 500 && fetched.status !== 429 ? 'auth' : undefined })
}
