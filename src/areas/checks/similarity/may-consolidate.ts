import { getSettings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'

import { kindOf } from './groups.ts'
import { entriesOf } from './load-entries.ts'
import { compare, strengthOf, warnScore } from './score.ts'

/**
 * Which two of these items one call may offer to merge: those that `findDuplicateItems` would call `consolidate`. Items of a series
 * and items that merely share a subject are not (checks.md#pairs-not-chains).
 */
export async function mayConsolidate(
  db: Reader,
  ids: readonly string[],
): Promise<(one: string, other: string) => boolean> {
  const { locale } = await getSettings(db)
  const entries = ids.length < 2 ? [] : await entriesOf(db, { ids, locale })
  const subjects = new Map(entries.map(({ id, subject }) => [id, subject]))
  return (one, other) => {
    const [a, b] = [subjects.get(one), subjects.get(other)]
    if (a === undefined || b === undefined) return false
    const found = compare(a, b)
    return kindOf(found) === 'consolidate' && strengthOf(found) >= warnScore
  }
}
