import type { z } from 'zod'

import type { Reader } from '#kernel/database.ts'
import { iso } from '#kernel/schema.ts'

import type { settingsOutput } from './settings-schema.ts'
import { getName, getSettings } from './settings.ts'
import { getUrlTemplates } from './url-templates.ts'

/** The settings as every answer shows them, with the name and the templates of the collections. */
export async function describeSettings(db: Reader): Promise<z.input<typeof settingsOutput>> {
  // How the CMS is connected is the business of integrations; when the settings were made nobody asks.
  const { contentConnection: _, createdAt: __, ...settings } = await getSettings(db)
  const name = await getName(db)
  const urlTemplates = await getUrlTemplates(db)
  return { ...settings, name, urlTemplates, updatedAt: iso(settings.updatedAt) }
}
