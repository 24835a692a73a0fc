import { sql } from 'kysely'

import type { Access, CountInStatement, Hit } from '#kernel/access.ts'
import type { AuthDb } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId, storedId } from '#kernel/ids.ts'
import { type Given, prepared } from '#kernel/prepared.ts'
import { ceilingOf, knownRole, scopes, withinCeiling } from '#kernel/scope.ts'
import { remember } from '#std/remember.ts'
import { isSlug } from '#std/slugs.ts'

import { apiKeyStatus } from './keys/api-keys.ts'
import { organizationColumns, organizationFacts } from './organization-facts.ts'
import { elevationOf } from './people/people.ts'
import { hasCompletedSecondFactor } from './sign-in/second-factor.ts'
import { isSessionAlive } from './sign-in/sessions.ts'

/** What a credential says about its caller; the limiter adds the rest of `Access`. */
export type Identity = Omit<Access, 'rate'> & { ratePerMinute: number }

/**
 * `refusal` next to an identity: the secret is right, but may not, or no longer, be used. `hit` is null where the look-up did
 * not count the request.
 */
export type CredentialIdentity = { identity: Identity; refusal?: Refusal; lastUsedAt: Date | null; hit: Hit | null }

/** `count` counts the request against the limit of the credential in the same statement, if the credential is good. */
export type Look = { now: Date; count?: CountInStatement | undefined }

/** Requests of the web application per user and organization in any 60 s. */
const sessionRate = 1200

/**
 * Who calls with this API key: one joined query by its hash (calls.md#no-authentication-cache). Undefined: there is no such
 * key.
 */
export async function identifyApiKey(
  db: AuthDb,
  hash: Buffer,
  { now, count }: Look,
): Promise<CredentialIdentity | undefined> {
  const [row] = await keyLook(count)(db, { hash, now })
  if (row === undefined) return undefined

  const status = apiKeyStatus(row, now)
  const role = knownRole(row.role) ?? 'viewer'
  const grantedScopes = scopes.filter((scope) => row.scopes.includes(scope))
  const identity: Identity = {
    actor: {
      kind: 'agent',
      userId: storedId('user', row.user_id),
      credentialType: 'api_key',
      credentialId: row.id,
      clientName: row.name,
    },
    organization: organizationFacts(row),
    role,
    grantedScopes,
    scopes: status === 'active' ? withinCeiling(grantedScopes, role) : [],
    principal: row.principal,
    elevatedUntil: null,
    keyExpiresAt: row.expires_at,
    ratePerMinute: row.rate_per_min,
  }
  const refusal = status === 'active' ? {} : { refusal: refusalOf[status]() }
  return { identity, ...refusal, lastUsedAt: row.last_used_at, hit: row.hit }
}

/** Every call of an agent begins with this statement. */
const keyLook = remember((count: CountInStatement | undefined) =>
  prepared((db: AuthDb, given: Given<{ hash: Buffer; now: Date }>) =>
    db
      .selectFrom('auth.api_keys as k')
      .innerJoin('auth.organizations as o', 'o.id', 'k.organization_id')
      .innerJoin('auth.users as u', 'u.id', 'k.user_id')
      .leftJoin('auth.memberships as m', (join) =>
        join.onRef('m.organization_id', '=', 'k.organization_id').onRef('m.user_id', '=', 'k.user_id'),
      )
      .select(organizationColumns)
      .select(['k.id', 'k.name', 'k.user_id', 'k.scopes', 'k.rate_per_min', 'k.expires_at', 'k.last_used_at'])
      .select(['k.disabled_at', 'k.revoked_at', 'm.role'])
      .select(sql<boolean>`not ${ownerStays}`.as('owner_gone'))
      .select(firstOfRotation.as('principal'))
      .select(
        counted(count, {
          id: sql`k.id`,
          limit: sql`k.rate_per_min`,
          when: sql`k.revoked_at is null and k.disabled_at is null and k.expires_at > ${given('now')} and ${ownerStays}`,
        }).as('hit'),
      )
      .where('k.secret_hash', '=', given('hash')),
  ),
)

/**
 * Who calls with this session in an organization: the requested one, by id or slug, else the active one. Undefined: nobody is signed in with
 * it. Refused where the person is not a member.
 */
export async function identifySession(
  db: AuthDb,
  hash: Buffer,
  { organization, now }: { organization: string | undefined; now: Date },
): Promise<{ identity: Identity; sessionId: string; lastSeenAt: Date } | undefined> {
  const row = await db
    .selectFrom('auth.sessions as s')
    .innerJoin('auth.users as u', 'u.id', 's.user_id')
    .leftJoin('auth.memberships as m', (join) =>
      join
        .onRef('m.user_id', '=', 's.user_id')
        .on('m.suspended_at', 'is', null)
        .on('m.organization_id', '=', asked(organization)),
    )
    .leftJoin('auth.organizations as o', 'o.id', 'm.organization_id')
    .leftJoin('auth.totp as t', (join) =>
      join.onRef('t.user_id', '=', 's.user_id').on('t.confirmed_at', 'is not', null),
    )
    .select(organizationColumns)
    .select(['s.second_factor_at', 't.confirmed_at as factor_at'])
    .select(['s.id', 's.user_id', 's.expires_at', 's.last_seen_at', 's.elevated_until', 'm.role'])
    .where('s.token_hash', '=', hash)
    .where('u.disabled_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined || !isSessionAlive(row, now)) return undefined

  const role = knownRole(row.role)
  const { organization_id: id, slug, organization_name: name, plan } = row
  if (role === undefined || id === null || slug === null || name === null || plan === null)
    throw new Refusal(
      'not_found',
      organization === undefined
        ? 'You are not a member of any organization. Ask for an invitation.'
        : 'You are not a member of this organization. Choose another one.',
    )
  const factor = { hasSecondFactor: row.factor_at !== null, secondFactorAt: row.second_factor_at }
  const identity: Identity = {
    actor: {
      kind: 'user',
      userId: storedId('user', row.user_id),
      credentialType: 'session',
      credentialId: row.id,
      clientName: null,
    },
    organization: organizationFacts({ ...row, organization_id: id, slug, organization_name: name, plan }),
    role,
    grantedScopes: scopes,
    scopes: ceilingOf[role],
    principal: `ses-user:${row.user_id}`,
    elevatedUntil: elevationOf(row, factor, now),
    lacksSecondFactor: !hasCompletedSecondFactor(factor),
    keyExpiresAt: null,
    ratePerMinute: sessionRate,
  }
  return { identity, sessionId: row.id, lastSeenAt: row.last_seen_at }
}

/** The organization that a person asks for, by id or slug; otherwise the active one, as `personOfSession` finds it. */
function asked(organization: string | undefined) {
  if (organization === undefined) return activeOrganization
  if (isId('organization', organization)) return sql<string>`${organization}`
  const slug = isSlug(organization) ? organization : null
  return sql<string>`(select named.id from auth.organizations named where named.slug = ${slug})`
}

// That of the session while its person is a member, else the first by name.
const activeOrganization = sql<string>`(select own.organization_id from auth.memberships own
  join auth.organizations named on named.id = own.organization_id
  where own.user_id = s.user_id and own.suspended_at is null
  order by own.organization_id is not distinct from s.active_organization_id desc, named.name, named.id limit 1)`

/** Whether the person of a credential is still a member, from `m` and `u` of the look-up. */
export const ownerStays = sql<boolean>`(m.role is not null and m.suspended_at is null and u.disabled_at is null)`

/** The count of this request as a column; null where nothing is counted. */
export function counted(count: CountInStatement | undefined, row: Parameters<CountInStatement>[0]) {
  return count?.(row) ?? sql<Hit | null>`null::jsonb`
}

// A key and its rotated successors share their idempotency keys (calls.md#idempotency-keys).
const firstOfRotation = sql<string>`case when k.rotated_from is null then k.id else (
  with recursive chain as (
    select p.id, p.rotated_from from auth.api_keys p where p.id = k.rotated_from
    union all
    select p.id, p.rotated_from from chain c join auth.api_keys p on p.id = c.rotated_from
  ) select id from chain where rotated_from is null) end`

const refusalOf = {
  expired: () => new Refusal('api_key_expired', 'This API key has expired. Create a new one in Settings.'),
  disabled: () =>
    new Refusal(
      'api_key_disabled',
      'This API key is switched off, or its owner no longer has access to the organization.',
    ),
  revoked: () => new Refusal('api_key_disabled', 'This API key was revoked. Create a new one in Settings.'),
}
