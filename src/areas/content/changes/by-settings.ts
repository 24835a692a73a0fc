import type { ItemChanges } from '#areas/items/index.ts'
import { requirePresets, type Settings } from '#areas/organizations/index.ts'
import { keywordKey } from '#std/content-words.ts'

/**
 * What the organization's settings decide about an item: whether its type and style are presets (refused otherwise, with the
 * allowed ones), and the normal form of its primary keyword, by which duplicates are found.
 */
export function columnsBySettings(
  { presets, locale }: Settings,
  { articleType, writingStyle, primaryKeyword }: ItemChanges,
): { keyword_key?: string | null } {
  requirePresets(presets, { articleType, writingStyle })
  if (primaryKeyword === undefined) return {}
  return { keyword_key: keywordKey(primaryKeyword ?? '', locale) || null }
}
