import type { ItemChanges } from '#areas/items/index.ts'
import type { Settings } from '#areas/organizations/index.ts'
import { keywordKey } from '#std/content-words.ts'

/** What the organization's settings make of an item's fields: the normal form of its primary keyword, by which duplicates are found. */
export function columnsBySettings(
  { locale }: Settings,
  { primaryKeyword }: ItemChanges,
): { keyword_key?: string | null } {
  if (primaryKeyword === undefined) return {}
  return { keyword_key: keywordKey(primaryKeyword ?? '', locale) || null }
}
