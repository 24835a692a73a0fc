import { sql } from 'kysely'

import { mapped, joined, type Question, question, selectFrom } from '#kernel/ask.ts'
import type { Standing, StoredItem, Surroundings } from '#kernel/checks.ts'

import { everyItem } from './marks.ts'
import { faultsOf, picturesAsked } from './organization-faults.ts'
import { aroundOf, basisOf } from './site.ts'
import { isAsGrave, rankOf } from './stored-checks.ts'

/** How the checks of items stand, by what is stored: for lists, which show what was found and say what is looked at again. */
export function standingsAsked(ids: readonly string[]): Question<(around: Surroundings, row: StoredItem) => Standing> {
  const some = sql<string>`any(${[...ids]})`
  const found = joined({
    checks: question(
      selectFrom('item_check').select(['item_id', 'item_version', 'basis']).where('item_id', '=', some),
      (rows) => new Map(rows.map((row) => [row.item_id, row])),
    ),
    marks: question(
      selectFrom('item_recheck')
        .select('item_id')
        .where('item_id', '=', sql<string>`any(${[everyItem, ...ids]})`),
      (rows) => new Set(rows.map((row) => row.item_id)),
    ),
    warnings: question(
      selectFrom('item_warning')
        .select(['item_id', 'code', 'rank'])
        .where('item_id', '=', some)
        .where(isAsGrave('rank', 'warning')),
      (rows) => Map.groupBy(rows, (row) => row.item_id),
    ),
    pictures: picturesAsked(),
  })
  return mapped(found, ({ checks, marks, warnings, pictures }) => (surroundings, row) => {
    const around = aroundOf(surroundings, row.organization_id)
    const check = checks.get(row.id)
    const isFresh = check?.item_version === row.version && check.basis === basisOf(around)
    const shared = new Set(faultsOf(around.site, pictures).map(({ code }) => code))
    const own = (warnings.get(row.id) ?? []).filter(({ code }) => !shared.has(code))
    const count = (rank: number) => own.filter((warning) => warning.rank === rank).length
    return {
      errors: count(rankOf('error')),
      warnings: count(rankOf('warning')),
      unchecked: row.trashed_at === null && (!isFresh || marks.has(row.id)),
    }
  })
}
