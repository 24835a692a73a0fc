import { createHash } from 'node:crypto'

import { z } from 'zod'

import { addressAt, faultOf, jsonOf, request } from '#connectors/request.ts'
import { type Connection, providerNames } from '#kernel/connection.ts'
import { Secret } from '#kernel/secret.ts'

export const label = providerNames.shopify

/** A token is renewed so long before its end. */
const marginMs = 5 * 60_000
const mostTokens = 1000

type Token = { token: Secret<string>; until: number }

/** Tokens of client credentials, good for a day, while the process lives. */
const tokens = new Map<string, Token>()

const granted = z.object({ access_token: z.string(), expires_in: z.number().default(86_399) })

/**
 * The access token of a connection: the one that was entered, else one for the client credentials. `renew`: the last one was
 * refused. Errors: `auth`, `rateLimited`, `unavailable`.
 */
export async function accessToken(connection: Connection, { renew = false } = {}): Promise<Secret<string>> {
  const { accessToken: entered, clientId, clientSecret } = connection.secret
  if (entered !== undefined) return entered
  const [id, secret] = [clientId?.reveal() ?? '', clientSecret?.reveal() ?? '']
  const { shop = '' } = connection.settings
  const key = createHash('sha256').update([connection.baseUrl, shop, id, secret].join('\n')).digest('hex')
  const known = tokens.get(key)
  const now = connection.now().getTime()
  if (!renew && known !== undefined && known.until - marginMs > now) return known.token
  tokens.delete(key)
  const fetched = await request(connection, addressAt(connection, `https://${shop}/admin/oauth/access_token`), {
    method: 'POST',
    redirects: 0,
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret }).toString(),
  })
  const { data } = granted.safeParse(jsonOf(fetched))
  if (fetched.status !== 200 || data === undefined) {
    // It answers 400 to client credentials that it does not know.
    const isRefused = [400, 401, 403].includes(fetched.status)
    throw faultOf(label, fetched, { kind: isRefused ? 'auth' : fetched.status === 429 ? undefined : 'unavailable' })
  }
  if (tokens.size >= mostTokens) tokens.clear()
  const token = new Secret(data.access_token)
  tokens.set(key, { token, until: now + data.expires_in * 1000 })
  return token
}

/** Whether a refused token can be replaced by a new one. */
export const isRenewable = ({ secret }: Connection): boolean => secret['accessToken'] === undefined
