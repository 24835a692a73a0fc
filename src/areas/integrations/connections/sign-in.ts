import { createHash, randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { OAuth, OAuthClient, Provider } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { Connector } from '#kernel/connector.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId, type OrganizationId } from '#kernel/ids.ts'
import type { Sealing } from '#kernel/sealing.ts'
import { Secret } from '#kernel/secret.ts'

import { findBefore, isSameSite, type Proven, seesTarget } from './connect.ts'
import { callbackUrl, givenSettings, registrationOf } from './given-fields.ts'
import { connectionOf, connectorOf } from './open-connection.ts'

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'connect_attempt.settings': Record<string, string>
  }
}

/** How long a person may take at the service. */
const attemptMs = 10 * 60_000

/** Who is at the service: the attempt ends only in the same session of the same person. */
export type Person = { userId: string; sessionId: string; organizationId: string }

/** What a person gives to sign in to a service. */
export type SignIn = {
  provider: Provider
  settings?: Record<string, unknown> | undefined
  integrationId?: string | undefined
}

/** Why a person came back without a connection. */
export const signInErrors = ['access_denied', 'state_invalid', 'exchange_failed', 'scope_missing'] as const
export type SignInError = (typeof signInErrors)[number]

type SignInConnector = { connector: Connector; oauth: OAuth; client: OAuthClient }

/**
 * The address at which a person signs in, and what must be kept until they come back. Errors: `validation_failed`, `not_found`,
 * `conflict`; `provider_not_configured` without the operator's registration.
 */
export async function beginSignIn(ctx: PrepareCtx, given: SignIn) {
  const { connector, oauth, client } = signInOf(ctx, given.provider)
  const before = await ctx.read((db) => findBefore(db, given))
  const settings = givenSettings(connector, given.settings ?? before?.settings ?? {})
  const missing = (oauth.needs ?? []).filter((name) => settings[name] === undefined)
  if (missing.length > 0)
    throw new Refusal(
      'validation_failed',
      `${connector.label} needs to know this before anybody signs in.`,
      missing.map((name) => ({ path: `/input/settings/${name}`, message: 'Is missing', code: 'invalid_type' })),
    )
  const state = `${ctx.access.organization.id}.${randomBytes(32).toString('base64url')}`
  const verifier = randomBytes(32).toString('base64url')
  const connection = connectionOf(ctx, { connector, row: { settings, target: null, site: null }, secret: {} })
  const authorizeUrl = oauth.authorizeUrl(connection, {
    clientId: client.id,
    redirectUri: callbackUrl(ctx.baseUrl, given.provider),
    state,
    challenge: createHash('sha256').update(verifier).digest('base64url'),
  })
  return { authorizeUrl, settings, state, verifier }
}

type Begun = Awaited<ReturnType<typeof beginSignIn>>

/** Keeps the attempt; those that ended are removed. Returns when it ends. */
export async function keepAttempt(
  { db, sealing, now }: { db: Writer; sealing: Sealing; now: Date },
  by: Person,
  { provider, integrationId }: SignIn,
  { settings, state, verifier }: Begun,
): Promise<Date> {
  await db.deleteFrom('connect_attempt').where('expires_at', '<', now).execute()
  const expiresAt = new Date(now.getTime() + attemptMs)
  const hash = hashOf(state)
  await db
    .insertInto('connect_attempt')
    .values({
      state_hash: hash,
      provider,
      user_id: by.userId,
      session_id: by.sessionId,
      integration_id: integrationId ?? null,
      settings: JSON.stringify(settings),
      verifier: sealing.encrypt(verifier, placeOfVerifier(by.organizationId, hash)),
      expires_at: expiresAt,
    })
    .execute()
  return expiresAt
}

/** What a person comes back with. */
export type ComeBack = { provider: Provider; state: string; code?: string | undefined; error?: string | undefined }

/** What came of it: a grant that works, or why there is none. `hash`: the attempt that is used up with it. */
export type Ended =
  | { error: SignInError; hash: string }
  | { error: null; hash: string; given: SignIn & { secret: Record<string, never> }; proven: Proven }

/**
 * Exchanges the code of a person who comes back for a grant, and asks the service whether it works. Nothing is stored. An attempt
 * that is unknown, used, too old, or of another session or organization is `state_invalid`.
 */
export async function endSignIn(ctx: PrepareCtx, by: Person, back: ComeBack): Promise<Ended> {
  const hash = hashOf(back.state)
  const attempt = await ctx.read((db) => findAttempt(db, hash))
  if (
    attempt === undefined ||
    attempt.provider !== back.provider ||
    attempt.user_id !== by.userId ||
    attempt.session_id !== by.sessionId ||
    attempt.expires_at.getTime() <= ctx.now.getTime()
  )
    return { error: 'state_invalid', hash }
  if (back.code === undefined) return { error: back.error === undefined ? 'exchange_failed' : 'access_denied', hash }
  const { connector, oauth } = signInOf(ctx, back.provider)
  const verifier = ctx.sealing.decrypt(attempt.verifier, placeOfVerifier(by.organizationId, hash))
  const row = { settings: attempt.settings, target: null, site: null }
  const asked = { code: back.code, redirectUri: callbackUrl(ctx.baseUrl, back.provider), verifier }
  try {
    const grant = await oauth.exchange(connectionOf(ctx, { connector, row, secret: {} }), asked)
    if (oauth.scopes.some((scope) => !grant.scopes.includes(scope))) return { error: 'scope_missing', hash }
    const secret = Object.fromEntries(Object.entries(grant.secret).map(([name, value]) => [name, new Secret(value)]))
    const connection = connectionOf(ctx, { connector, row, secret })
    const probe = await connector.probe(connection)
    const given = { provider: back.provider, integrationId: attempt.integration_id ?? undefined, secret: {} }
    const before = await ctx.read((db) => findBefore(db, given))
    const isSamePlace = isSameSite(before, attempt.settings) && (await seesTarget({ connector, connection }, before))
    return {
      error: null,
      hash,
      given,
      proven: {
        connector,
        id: given.integrationId,
        isSamePlace,
        settings: attempt.settings,
        secret: { ...grant.secret },
        made: undefined,
        probe: { ...probe, scopesGranted: grant.scopes },
        isGrant: true,
      },
    }
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error
    ctx.log.warn({ provider: back.provider, fault: error.kind, reason: error.reason }, 'a sign-in at a service failed')
    return { error: 'exchange_failed', hash }
  }
}

/**
 * The organization where the sign-in of a state was begun, as the state says it; undefined where it says none. Nobody is let in for
 * it: only its members find the attempt there.
 */
export function organizationOfState(state: string | null): OrganizationId | undefined {
  const [named = ''] = (state ?? '').split('.')
  return isId('organization', named) ? named : undefined
}

/** Uses the attempt up. False where another request has done so. */
export async function useAttempt(db: Writer, hash: string): Promise<boolean> {
  const gone = await db
    .deleteFrom('connect_attempt')
    .where('state_hash', '=', hash)
    .returning(sql<number>`1`.as('one'))
    .executeTakeFirst()
  return gone !== undefined
}

function signInOf(ctx: PrepareCtx, provider: Provider): SignInConnector {
  const connector = connectorOf(ctx.connectors, provider)
  const { oauth, label } = connector
  if (oauth === undefined)
    throw new Refusal('validation_failed', `${label} is connected with setConnectorSecret.`, [
      { path: '/input/provider', message: 'Nobody signs in to it', code: 'invalid_value' },
    ])
  const client = ctx.connectors.client(provider)
  if (client !== undefined) return { connector, oauth, client }
  const { variables, redirectUrl } = registrationOf(ctx.baseUrl, provider)
  throw new Refusal('provider_not_configured', `This installation is not registered with ${label}.`, {
    howToFix: `The operator sets ${variables.join(' and ')}, with ${redirectUrl} as redirect address.`,
  })
}

const findAttempt = (db: Reader, hash: string) =>
  db.selectFrom('connect_attempt').selectAll().where('state_hash', '=', hash).executeTakeFirst()

const hashOf = (state: string): string => createHash('sha256').update(state).digest('base64url')

const placeOfVerifier = (organizationId: string, hash: string) => ({
  organization: organizationId,
  table: 'connect_attempt',
  row: hash,
  column: 'verifier',
})
