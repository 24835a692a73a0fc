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
): Promise<{ connector: Record<string, string>; of: Pick<IntegrationRow, 'version' | 'secret_set_at'> }> {
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
  const { version, secret_set_at } = row
  return { connector: settingsOf(ctx, row, given), of: { version, secret_set_at } }
}

type Changing = Awaited<ReturnType<typeof connectorSettings>> & { id: string; version: number | undefined }

/** Stores them as the next version. Errors: `version_conflict`, also where the credential was replaced since they were made. */
export async function changeConnectorSettings(
  db: Writer,
  { id, version, connector, of }: Changing,
): Promise<IntegrationRow> {
  const before = await lockIntegration(db, id)
  requireVersion(before.version, version)
  // They say where the credential goes: those of a former one must not go with another.
  if (before.secret_set_at?.getTime() !== of.secret_set_at?.getTime()) requireVersion(before.version, of.version)
  return changeIntegration(db, id, { settings: JSON.stringify(connector) })
}
