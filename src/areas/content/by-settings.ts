import { getSettings, requirePresets } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'
import { keywordKey } from '#std/content-words.ts'

import type { ItemChanges } from './item-fields.ts'

/**
 * What the organization's settings decide of an item: whether its type and style are presets (refused otherwise, with the allowed
 * ones), and the normal form of its primary keyword, by which duplicates are found. The settings are read only where they decide.
 */
export async function columnsBySettings(
  db: Reader,
  { articleType, writingStyle, primaryKeyword }: ItemChanges,
): Promise<{ keyword_key?: string | null }> {
  if (!articleType && !writingStyle && !primaryKeyword) return primaryKeyword === undefined ? {} : { keyword_key: null }
  const { presets, locale } = await getSettings(db)
  requirePresets(presets, { articleType, writingStyle })
  if (primaryKeyword === undefined) return {}
  return { keyword_key: keywordKey(primaryKeyword ?? '', locale) || null }
}
