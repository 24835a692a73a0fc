import { sql } from 'kysely'

import {
  counted,
  type CredentialIdentity,
  organizationColumns,
  organizationFacts,
  ownerStays,
} from '#areas/account/index.ts'
import type { CountInStatement } from '#kernel/access.ts'
import { credentialStarts } from '#kernel/credential-text.ts'
import type { AuthDb } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { storedId } from '#kernel/ids.ts'
import { knownRole, scopes, withinCeiling } from '#kernel/scope.ts'
import { hashOf } from '#kernel/tokens.ts'

/** What every access token begins with, for secret scanners. */
export const accessTokenStart = credentialStarts.accessToken
/** What every refresh token begins with. */
export const refreshTokenStart = credentialStarts.refreshToken

const form = /^mh_at_[\w-]{43}$/

/** The hash to look an access token up by, or undefined for what cannot be one, so that garbage costs no query. */
export function hashOfAccessToken(text: string): Buffer | undefined {
  return form.test(text) ? hashOf(text) : undefined
}

/**
 * Who calls with this access token: one joined query by its hash (calls.md#no-authentication-cache); expiry is judged by the
 * database's clock. The scopes are those of the grant as it is now; a token that its client narrowed is also limited by its
 * own. Undefined: there is no such token.
 */
export async function identifyAccessToken(
  db: AuthDb,
  hash: Buffer,
  { resource, count }: { resource: string; count?: CountInStatement | undefined },
): Promise<CredentialIdentity | undefined> {
  const row = await db
    .selectFrom('auth.oauth_payloads as p')
    .innerJoin('auth.oauth_grants as g', 'g.grant_id', 'p.grant_id')
    .innerJoin('auth.organizations as o', 'o.id', 'g.organization_id')
    .innerJoin('auth.users as u', 'u.id', 'g.user_id')
    .leftJoin('auth.memberships as m', (join) =>
      join.onRef('m.organization_id', '=', 'g.organization_id').onRef('m.user_id', '=', 'g.user_id'),
    )
    .select(organizationColumns)
    .select([
      'g.id',
      'g.user_id',
      'g.client_id',
      'g.client_name',
      'g.scopes',
      'g.rate_per_min',
      'g.last_used_at',
      'm.role',
    ])
    .select(sql<boolean>`g.revoked_at is not null`.as('revoked'))
    .select(sql<boolean>`not ${current}`.as('expired'))
    .select(sql<boolean>`not ${ownerStays}`.as('owner_gone'))
    .select(sql<string | null>`p.payload ->> 'aud'`.as('audience'))
    .select(
      sql<string | null>`case when p.payload -> 'extra' ? 'narrowed' then p.payload ->> 'scope' end`.as('own_scope'),
    )
    .select(
      counted(count, {
        id: sql`g.id`,
        limit: sql`g.rate_per_min`,
        when: sql`g.revoked_at is null and p.payload ->> 'aud' = ${resource} and ${current} and ${ownerStays}`,
      }).as('hit'),
    )
    .where('p.model', '=', 'AccessToken')
    .where('p.id_hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) return undefined

  const refusal = refusalOf({ ...row, foreign: row.audience !== resource })
  const role = knownRole(row.role) ?? 'viewer'
  const own = row.own_scope?.split(' ')
  const ofGrant = scopes.filter((scope) => row.scopes.includes(scope))
  const grantedScopes = ofGrant.filter((scope) => own?.includes(scope) ?? true)
  const withheldScopes = ofGrant.filter((scope) => !grantedScopes.includes(scope))
  return {
    identity: {
      actor: {
        kind: 'agent',
        userId: storedId('user', row.user_id),
        credentialType: 'oauth',
        credentialId: row.id,
        clientName: row.client_name,
      },
      organization: organizationFacts(row),
      role,
      grantedScopes,
      ...(withheldScopes.length === 0 ? {} : { withheldScopes }),
      scopes: refusal === undefined ? withinCeiling(grantedScopes, role) : [],
      principal: principalOf(row.client_id, row.user_id),
      elevatedUntil: null,
      keyExpiresAt: null,
      ratePerMinute: row.rate_per_min,
    },
    ...(refusal === undefined ? {} : { refusal }),
    lastUsedAt: row.last_used_at,
    hit: row.hit,
  }
}

const current = sql<boolean>`(p.expires_at > clock_timestamp() and g.expires_at > clock_timestamp())`

/**
 * Client and user share their idempotency keys across grants and tokens (oauth.md#principal-of-a-grant). A client id can be a
 * long URL.
 */
function principalOf(clientId: string, userId: string): string {
  return `oauth:${userId}:${hashOf(clientId).toString('hex').slice(0, 32)}`
}

// The first sentence is the description in the challenge. What cannot be undone comes first.
function refusalOf(token: { revoked: boolean; foreign: boolean; owner_gone: boolean; expired: boolean }) {
  if (token.revoked || token.foreign) return invalidToken('The access token is not valid. Connect this client again.')
  if (token.owner_gone) return invalidToken('Access to this organization has ended. Connect this client again.')
  return token.expired
    ? invalidToken('The access token expired. Get a new one with the refresh token, or connect this client again.')
    : undefined
}

const invalidToken = (message: string) => new Refusal('invalid_token', message)
