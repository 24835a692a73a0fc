import { createHash } from 'node:crypto'

import { ask, joined, mapped, question, selectFrom } from '#kernel/ask.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Sealing } from '#kernel/sealing.ts'
import type { Secret } from '#kernel/secret.ts'
import type { ConfiguredWebhook, ConfiguredWebhooks, LegacyHeader } from '#kernel/webhook.ts'

import { hasSecret, hasSecretAsked, signingSecrets } from './webhook-secrets.ts'

/** What the organization itself has set. */
export type RevalidationSettings = {
  /** Whether its own address counts, where null means none; otherwise what the installation configures counts. */
  hasOwnAddress: boolean
  webhookUrl: string | null
  notifySearchEngines: boolean
  version: number
}

/** An address that is notified of changes. */
export type Address = {
  url: string
  /** What represents the address in keys and indexes. */
  endpoint: string
  notifySearchEngines: boolean
}

/** Where the messages of an organization go. */
export type WebhookTarget = Address & {
  /** An address without a secret gets nothing: the message could not be signed. */
  isSigned: boolean
}

type Way = { organizationId: string; webhooks: ConfiguredWebhooks }

const unset: RevalidationSettings = {
  hasOwnAddress: false,
  webhookUrl: null,
  notifySearchEngines: true,
  version: 1,
}

/** The settings of the organization; what is not set has its default. A question. */
const revalidationSettingsAsked = () =>
  question(
    selectFrom('revalidation_setting').select(['own_address', 'webhook_url', 'notify_search_engines', 'version']),
    ([row]) => (row === undefined ? unset : settingsOf(row)),
  )

/** The same, at once. */
export const readRevalidationSettings = (db: Reader): Promise<RevalidationSettings> =>
  ask(db, revalidationSettingsAsked())

/** The same, locked until the transaction ends. */
export async function lockRevalidationSettings(db: Writer): Promise<RevalidationSettings> {
  await settingsFurnished(db).execute()
  return settingsOf(await db.selectFrom('revalidation_setting').selectAll().forUpdate().executeTakeFirstOrThrow())
}

/** The write that creates the row of the organization, unless there is one. */
export const settingsFurnished = (db: Writer) =>
  db
    .insertInto('revalidation_setting')
    .values({ notify_search_engines: unset.notifySearchEngines })
    .onConflict((conflict) => conflict.doNothing())

/** The organization's stored setting first, then what the installation configures (integrations.md#whose-settings-count). */
export const findTarget = (db: Reader, way: Way): Promise<WebhookTarget | undefined> => ask(db, targetAsked(way))

/** The same as a question. */
export const targetAsked = (way: Way) =>
  mapped(joined({ settings: revalidationSettingsAsked(), isSecretStored: hasSecretAsked() }), (found) =>
    targetIn(found.settings, found.isSecretStored, way),
  )

/** The same, for settings that have already been read. */
export async function targetOf(
  db: Reader,
  settings: RevalidationSettings,
  way: Way,
): Promise<WebhookTarget | undefined> {
  return targetIn(settings, await hasSecret(db), way)
}

function targetIn(settings: RevalidationSettings, isSecretStored: boolean, way: Way): WebhookTarget | undefined {
  const chosen = choose(settings, way)
  return chosen && { ...chosen.address, isSigned: chosen.configured !== null || isSecretStored }
}

/** A target with its secrets: an address is never signed with a secret of another source. */
export type SignedTarget = Address & { secrets: readonly Secret<string>[]; legacyHeader: LegacyHeader | null }

/** The target with its secrets, undefined where nothing can be sent. */
export async function findSignedTarget(
  db: Reader,
  { sealing, ...way }: Way & { sealing: Sealing },
): Promise<SignedTarget | undefined> {
  const chosen = choose(await ask(db, revalidationSettingsAsked()), way)
  if (chosen === undefined) return undefined
  const { address, configured } = chosen
  if (configured !== null) return { ...address, secrets: [configured.secret], legacyHeader: configured.legacyHeader }
  const secrets = await signingSecrets(db, way.organizationId, sealing)
  return secrets.length === 0 ? undefined : { ...address, secrets, legacyHeader: null }
}

/** Refuses where nothing is connected, and says how to fix that. */
export function notConnected(target: WebhookTarget | undefined): Refusal {
  const howToFix =
    target === undefined
      ? 'Set an address with updateIntegrationSettings, id "revalidation".'
      : 'A person creates the secret of the address in the web application (createWebhookSecret).'
  return new Refusal('not_connected', `No website is notified of changes yet. ${howToFix}`, { howToFix })
}

/** What represents an address in keys. */
export function endpointOf(url: string): string {
  return createHash('sha256').update(url).digest('hex')
}

/** The host of an address: its path and query may contain a token and are not shown. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}

/** `configured` null: the address is a stored one. */
type Chosen = { address: Address; configured: ConfiguredWebhook | null }

function choose(
  { hasOwnAddress, webhookUrl, notifySearchEngines }: RevalidationSettings,
  { organizationId, webhooks }: Way,
): Chosen | undefined {
  const configured = hasOwnAddress ? null : (webhooks(organizationId) ?? null)
  const url = hasOwnAddress ? webhookUrl : configured?.url
  if (url == null) return undefined
  return { address: { url, endpoint: endpointOf(url), notifySearchEngines }, configured }
}

type Row = { own_address: boolean; webhook_url: string | null; notify_search_engines: boolean; version: number }

/** The settings in a row. */
export function settingsOf(row: Row): RevalidationSettings {
  return {
    hasOwnAddress: row.own_address,
    webhookUrl: row.webhook_url,
    notifySearchEngines: row.notify_search_engines,
    version: row.version,
  }
}
