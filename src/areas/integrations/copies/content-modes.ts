import {
  findOfProvider,
  getIntegrationRow,
  type IntegrationRow,
} from '#areas/integrations/connections/integration-rows.ts'
import { requireUsable } from '#areas/integrations/connections/open-connection.ts'
import { type ContentMode, getSettings } from '#areas/organizations/index.ts'
import { type Provider, providerNames } from '#kernel/connection.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

/** The integration that copies go to. Errors: `wrong_mode`, `not_connected`, `auth_expired`. */
export async function requireCms(db: Reader): Promise<IntegrationRow> {
  const { contentMode } = await getSettings(db)
  if (contentMode === 'headless')
    throw new Refusal('wrong_mode', 'Content is read through the Content API: there is no CMS to push to.', {
      contentMode,
      howToFix: 'setContentMode switches to a connected CMS.',
    })
  return requireConnected(db, contentMode)
}

/** The usable integration of a mode, or the named one. Errors: `not_found`, `not_connected`, `auth_expired`. */
export async function requireConnected(
  db: Reader,
  mode: Exclude<ContentMode, 'headless'>,
  integrationId?: string,
): Promise<IntegrationRow> {
  const row =
    integrationId === undefined
      ? await findOfProvider(db, mode satisfies Provider)
      : await getIntegrationRow(db, integrationId)
  if (row === undefined)
    throw new Refusal('not_connected', `${providerNames[mode]} is not connected.`, {
      howToFix: 'A person connects it in Settings > Integrations.',
    })
  if (row.provider !== mode)
    throw new Refusal(
      'not_connected',
      `This integration is one of ${providerNames[row.provider]}, not of ${providerNames[mode]}.`,
      {
        integrationId: row.id,
        howToFix: `Leave integrationId out, or name that of ${providerNames[mode]}.`,
      },
    )
  requireUsable(row)
  return row
}
