import { createHash } from 'node:crypto'

import { z } from 'zod'

import { addressAt, faultOf, jsonOf, request } from '#connectors/request.ts'
import type { Connection, GivenCode, Grant } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { Fetched } from '#kernel/http.ts'

const label = 'Google'
const tokenAddress = 'https://oauth2.googleapis.com/token'
const revokeAddress = 'https://oauth2.googleapis.com/revoke'
/** A token is renewed this long before its end. */
const renewBeforeMs = 5 * 60_000
/** Access tokens that are kept in memory; the oldest goes. */
const mostKept = 1000

type Token = { text: string; endsAt: number }

/** Access tokens by a hash of the refresh token that they came from. They live an hour, so that a restart may ask again. */
const kept = new Map<string, Token>()

const answer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().default(3600),
  refresh_token: z.string().min(1).optional(),
  scope: z.string().default(''),
})

/** The grant for a code (RFC 6749 4.1.3). Errors: `auth` where Google refuses the code; `unavailable`. */
export async function exchangeCode(connection: Connection, { code, redirectUri, verifier }: GivenCode): Promise<Grant> {
  const given = await ask(connection, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier.reveal(),
  })
  if (given.refresh_token === undefined)
    throw new ConnectorFault('invalid', 'Google gave no lasting permission.', { reason: 'no_refresh_token' })
  keep(connection, given.refresh_token, given)
  return { secret: { refreshToken: given.refresh_token }, scopes: given.scope.split(' ').filter((one) => one !== '') }
}

/**
 * Runs a request with an access token: renewed 5 minutes before its end, and once after a 401. Errors: `auth` where the
 * permission was taken back.
 */
export async function withToken(
  connection: Connection,
  send: (headers: Record<string, string>) => Promise<Fetched>,
): Promise<Fetched> {
  const refreshToken = connection.secret['refreshToken']?.reveal()
  if (refreshToken === undefined) throw new ConnectorFault('auth', 'Nobody has signed in to Google.')
  const known = kept.get(keyOf(connection, refreshToken))
  const isFresh = known !== undefined && known.endsAt - renewBeforeMs > connection.now().getTime()
  const first = isFresh ? known.text : await renew(connection, refreshToken)
  const fetched = await send({ authorization: `Bearer ${first}` })
  if (fetched.status !== 401 || !isFresh) return fetched
  return send({ authorization: `Bearer ${await renew(connection, refreshToken)}` })
}

/** Gives the permission back; one that is gone already counts as given back. */
export async function revokeGrant(connection: Connection): Promise<void> {
  const refreshToken = connection.secret['refreshToken']?.reveal()
  if (refreshToken === undefined) return
  kept.delete(keyOf(connection, refreshToken))
  const fetched = await post(connection, revokeAddress, { token: refreshToken })
  if (fetched.status !== 200 && fetched.status !== 400) throw faultOf(label, fetched)
}

async function renew(connection: Connection, refreshToken: string): Promise<string> {
  const given = await ask(connection, { grant_type: 'refresh_token', refresh_token: refreshToken })
  return keep(connection, refreshToken, given)
}

function keep(connection: Connection, refreshToken: string, given: z.output<typeof answer>): string {
  const key = keyOf(connection, refreshToken)
  kept.delete(key)
  kept.set(key, { text: given.access_token, endsAt: connection.now().getTime() + given.expires_in * 1000 })
  const oldest = kept.keys().next().value
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
  return given.access_token
}

const keyOf = ({ baseUrl = '' }: Connection, refreshToken: string): string =>
  createHash('sha256').update(`${baseUrl}\n${refreshToken}`).digest('base64')

async function ask(connection: Connection, fields: Record<string, string>): Promise<z.output<typeof answer>> {
  const { client } = connection
  if (client === undefined)
    throw new ConnectorFault('auth', 'The operator of this installation no longer names a client for Google.')
  const fetched = await post(connection, tokenAddress, {
    client_id: client.id,
    client_secret: client.secret.reveal(),
    ...fields,
  })
  const json = jsonOf(fetched)
  if (fetched.status === 200) {
    const parsed = answer.safeParse(json)
    if (parsed.success) return parsed.data
    throw new ConnectorFault('unavailable', 'Google gave an answer without a token.')
  }
  const { error } = z.object({ error: z.string().optional() }).catch({}).parse(json)
  // RFC 6749 5.2: the permission was taken back, or ended.
  if (error === 'invalid_grant') throw faultOf(label, fetched, { kind: 'auth', reason: error })
  throw faultOf(label, fetched, { reason: error })
}

function post(connection: Connection, address: string, fields: Record<string, string>): Promise<Fetched> {
  return request(connection, addressAt(connection, address), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    redirects: 0,
  })
}
