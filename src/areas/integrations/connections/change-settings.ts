import type { PrepareCtx } from '#kernel/context.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { requireVersion } from '#kernel/version.ts'

import { givenSettings } from './given-fields.ts'
import { changeIntegration, getIntegrationRow, type IntegrationRow, lockIntegration } from './integration-rows.ts'
import { connectorOf, settingsOf } from './open-connection.ts'

/** Settings that say where the stored credential is sent: they change only with a new credential, by a person. */
const places = ['siteUrl', 'shop', 'url']

/** The settings of a connector after a change. Errors: `not_found`, `validation_failed`, `url_not_allowed`. */
export async function connectorSettings(
  ctx: PrepareCtx,
  { id, settings }: { id: string; settings: Record<string, unknown> },
): Promise<{ connector: Record<string, string> }> {
  const row = await ctx.read((db) => getIntegrationRow(db, id))
  const connector = connectorOf(ctx.connectors, row.provider)
  const place = places.find((name) => name in settings && settings[name] !== row.settings[name])
  if (place !== undefined) {
    const message = `${place} says where the stored credential is sent: a person changes both together in Settings > Integrations.`
    throw new Refusal('validation_failed', message, [
      { path: `/input/settings/${place}`, message, code: 'invalid_value' },
    ])
  }
  const given = givenSettings(connector, { ...row.settings, ...settings })
  for (const address of connector.addresses?.({ settings: given, secret: {} }) ?? []) ctx.checkUrl(address)
  return { connector: settingsOf(ctx, row, given) }
}

/** Stores them as the next version. Errors: `version_conflict`. */
export async function changeConnectorSettings(
  db: Writer,
  { id, version, connector }: { id: string; version: number | undefined; connector: Record<string, string> },
): Promise<IntegrationRow> {
  const before = await lockIntegration(db, id)
  requireVersion(before.version, version)
  return changeIntegration(db, id, { settings: JSON.stringify(connector) })
}
