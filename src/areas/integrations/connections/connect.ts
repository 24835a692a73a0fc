import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import { lockSettings } from '#areas/organizations/index.ts'
import { type Connection, type Probe, type Provider, providerNames } from '#kernel/connection.ts'
import { ConnectorFault } from '#kernel/connector-fault.ts'
import type { Connector } from '#kernel/connector.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import { credentialStarts } from '#kernel/credential-text.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Sealing } from '#kernel/sealing.ts'
import { Secret } from '#kernel/secret.ts'

import { refusalOf } from './faults.ts'
import { givenFields } from './given-fields.ts'
import { findOfProvider, getIntegrationRow, type IntegrationRow, mostChats } from './integration-rows.ts'
import { connectionOf, connectorOf, placeOfSecret } from './open-connection.ts'
import { withoutSecrets } from './settings-with-secrets.ts'

/** What a person gives to connect a service, or to renew its credential. */
export type Given = {
  provider: Provider
  settings?: Record<string, unknown> | undefined
  secret: Record<string, unknown>
  displayName?: string | undefined
  integrationId?: string | undefined
}

/** A credential that works, and where it goes. `made`: a signing secret that we made, shown once. */
export type Proven = {
  connector: Connector
  /** The integration whose secret is replaced, or that is connected again. */
  id: string | undefined
  settings: Record<string, string>
  secret: Record<string, string>
  made: string | undefined
  probe: Probe
  /** Whether a person agreed to it at the service, instead of entering it here. */
  isGrant: boolean
  /** Whether what is known of the place (target, copies, uploads) still holds with this credential. */
  isSamePlace: boolean
}

/**
 * Looks at what was given and asks the service whether the credential works. Nothing is stored. Errors: `validation_failed`,
 * `not_found`, `conflict`, `url_not_allowed`, `target_rejected` with the reason `credential`, `upstream_failed`.
 */
export async function prove(ctx: PrepareCtx, given: Given): Promise<Proven> {
  const connector = connectorOf(ctx.connectors, given.provider)
  if (Object.keys(connector.secret.shape).length === 0) throw signedInTo(connector)
  const before = await ctx.read((db) => findBefore(db, given))
  const kept = before === undefined ? {} : before.settings
  const fields = givenFields(connector, { settings: given.settings ?? kept, secret: given.secret })
  for (const address of connector.addresses?.(fields) ?? []) ctx.checkUrl(address)
  const made = madeSecret(connector, fields.secret)
  const { settings } = fields
  const secret = made === undefined ? fields.secret : { ...fields.secret, signingSecret: made }
  const sealedLess = Object.fromEntries(Object.entries(secret).map(([name, value]) => [name, new Secret(value)]))
  const connection = connectionOf(ctx, { connector, row: { settings, target: null, site: null }, secret: sealedLess })
  const asked = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      throw error instanceof ConnectorFault ? asCredential(connector, error) : error
    }
  }
  const probe = await asked(connector.probe(connection))
  const isSamePlace = isSameSite(before, settings) && (await asked(seesTarget({ connector, connection }, before)))
  const stored = withoutSecrets(settings, secret)
  return { connector, id: before?.id, settings: stored, secret, made, probe, isGrant: false, isSamePlace }
}

/**
 * Whether a new credential still sees the target that is selected: one of another account does not, and what is known of the copies
 * there counts no longer. Errors: `ConnectorFault` of a service that does not answer.
 */
export async function seesTarget(
  { connector, connection }: { connector: Connector; connection: Connection },
  before: Pick<IntegrationRow, 'target' | 'site'> | undefined,
): Promise<boolean> {
  const [target, site] = [before?.target ?? null, before?.site ?? null]
  if (target === null || !connector.targets(Object.keys(connection.secret)).includes(target.type)) return true
  try {
    const found = (await connector.listTargets?.({ ...connection, site }, target.type, site)) ?? []
    return found.some(({ externalId }) => externalId === target.externalId)
  } catch (error) {
    if (error instanceof ConnectorFault && ['notFound', 'forbidden', 'invalid'].includes(error.kind)) return false
    throw error
  }
}

/** Stores it in the transaction of the call. Returns the integration as it is then. Errors: `conflict`. */
export async function store(
  { db, sealing, organizationId }: { db: Writer; sealing: Sealing; organizationId: string },
  given: Given,
  { connector, settings, secret, probe, isGrant, isSamePlace: isSame }: Proven,
): Promise<IntegrationRow> {
  // One after the other: two that connect the same service at once see each other.
  await lockSettings(db)
  const before = await findBefore(db, given)
  const id = before?.id ?? newId('integration')
  const target = isSame ? (before?.target ?? null) : null
  const needed = connector.targets(Object.keys(secret))
  const values = {
    display_name: given.displayName ?? before?.display_name ?? connector.label,
    state: needed.length > 0 && target === null ? ('pending' as const) : ('connected' as const),
    connected_as: probe.connectedAs,
    settings: JSON.stringify(settings),
    target: target === null ? null : JSON.stringify(target),
    ...(isSame ? {} : { site: null, mapping: '{}' }),
    capabilities: [...probe.capabilities],
    scopes_granted: [...(probe.scopesGranted ?? [])],
    sealed: sealing.encrypt(JSON.stringify(secret), placeOfSecret(organizationId, id)),
    secret_fields: Object.keys(secret),
    secret_set_at: sql<Date>`clock_timestamp()`,
    is_grant: isGrant,
    failures: 0,
    last_ok_at: sql<Date>`clock_timestamp()`,
    last_error: null,
  }
  if (before === undefined) {
    return db
      .insertInto('integration')
      .values({ id, provider: connector.provider, kind: connector.kind, ...values })
      .returningAll()
      .executeTakeFirstOrThrow()
  }
  if (!isSame) await forgetSite(db, id)
  return db
    .updateTable('integration')
    .set({ ...values, version: sql<number>`version + 1`, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * The integration that the call is about: the named one, else the disconnected one of the provider, of a chat the last one. Errors: `not_found`;
 * `conflict` where the provider is connected already, or there are as many chats as there may be.
 */
export async function findBefore(
  db: Reader,
  { provider, integrationId }: Pick<Given, 'provider' | 'integrationId'>,
): Promise<IntegrationRow | undefined> {
  if (integrationId !== undefined) {
    const row = await getIntegrationRow(db, integrationId)
    if (row.provider === provider) return row
    throw new Refusal(
      'conflict',
      `This integration is one of ${providerNames[row.provider]}, not of ${providerNames[provider]}.`,
      { id: row.id },
    )
  }
  if (isChat(provider)) {
    const chats = await db
      .selectFrom('integration')
      .selectAll()
      .where('kind', '=', 'chat')
      .orderBy('updated_at', 'desc')
      .execute()
    if (chats.filter(({ state }) => state !== 'disconnected').length < mostChats)
      return chats.find((row) => row.provider === provider && row.state === 'disconnected')
    throw new Refusal('conflict', `An organization connects ${mostChats} chats at most.`, { max: mostChats })
  }
  const row = await findOfProvider(db, provider)
  if (row === undefined || row.state === 'disconnected') return row
  throw new Refusal(
    'conflict',
    `${row.display_name} is already connected. Give its integrationId to replace the secret.`,
    { integrationId: row.id },
  )
}

const isChat = (provider: Provider): boolean => provider === 'slack' || provider === 'teams' || provider === 'discord'

/** Whether the copies and uploads that are known belong to the place that the settings name. */
export function isSameSite(before: IntegrationRow | undefined, settings: Record<string, string>): boolean {
  if (before === undefined) return true
  const place = (given: Record<string, string>) => given['siteUrl'] ?? given['shop'] ?? given['url'] ?? ''
  return place(before.settings).replace(/\/+$/, '') === place(settings).replace(/\/+$/, '')
}

/**
 * What is known of another site counts no longer: its copies are somewhere else, and the items say so. By what was in them they are
 * looked for before there are others, because the site may be a former one (integrations.md#never-two-copies).
 */
export async function forgetSite(db: Writer, integrationId: string): Promise<void> {
  await db.deleteFrom('integration_upload').where('integration_id', '=', integrationId).execute()
  const known = await db
    .updateTable('item_copy')
    .set({
      external_id: null,
      external_url: null,
      intended_at: sql<Date>`clock_timestamp()`,
      sent: null,
      live: false,
      pushed_hash: null,
      meta_not_persisted: [],
      drift: [],
      detached: false,
      as_draft: false,
      synced_at: null,
      // A push that is under way has lost it, and what it brings back says nothing of the new site.
      holder: null,
      held_until: null,
    })
    .where('integration_id', '=', integrationId)
    .where(sql<boolean>`snapshot ?& array['title', 'slug', 'contentHtml']`)
    .returning('item_id')
    .execute()
  const gone = await db
    .deleteFrom('item_copy')
    .where('integration_id', '=', integrationId)
    .where('item_id', '<>', sql<string>`all(${known.map(({ item_id: itemId }) => itemId)})`)
    .returning('item_id')
    .execute()
  await db
    .updateTable('item')
    .set({ external_state: 'detached', external_id: null, external_url: null })
    .where('id', '=', sql<string>`any(${[...known, ...gone].map(({ item_id: itemId }) => itemId)})`)
    .where('external_id', 'is not', null)
    .execute()
}

/** The signing secret of an own endpoint, where none was given. */
function madeSecret({ kind }: Connector, secret: Record<string, string>): string | undefined {
  if (kind !== 'webhook' || secret['signingSecret'] !== undefined) return undefined
  return `${credentialStarts.webhookSecret}${randomBytes(32).toString('base64')}`
}

function signedInTo({ label }: Connector): Refusal {
  const message = `${label} takes no secret: a person signs in there (startOAuthConnection).`
  return new Refusal('validation_failed', message, [{ path: '/input/provider', message, code: 'invalid_value' }])
}

/** What a probe of a new credential shows: a refused one is the fault of what was entered. */
function asCredential({ label }: Connector, fault: ConnectorFault): Refusal {
  if (fault.kind === 'auth' || fault.kind === 'forbidden')
    return new Refusal('target_rejected', `${label} refuses this credential. Nothing was stored.`, {
      reason: 'credential',
    })
  return refusalOf(fault)
}
