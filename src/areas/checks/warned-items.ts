import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'

import type { Reading } from '#kernel/checks.ts'
import type { Tables } from '#kernel/tables.ts'

import { freshChecks } from './fresh-checks.ts'
import { isAsGrave, rankOf } from './stored-checks.ts'

/**
 * A condition on rows of `item`: whether there are open errors, or errors or warnings, according to what is stored or, instead of
 * it, to what a fresh check found. Notices do not count: nearly every item has one.
 */
export async function isWarned(reading: Reading, least: 'error' | 'warning'): Promise<Expression<SqlBool>> {
  const { found: fresh, faults } = await freshChecks(reading)
  const rank = rankOf(least)
  const warned = [...fresh].flatMap(([id, found]) => (found.some(({ severity }) => rankOf(severity) <= rank) ? id : []))
  const stored = expressionBuilder<Tables>()
    .selectFrom('item_warning as w')
    .select('w.item_id')
    .where('w.item_id', '=', sql<string>`item.id`)
    .where(isAsGrave('w.rank', least))
    .where(sql<boolean>`not w.code = any(${faults.map(({ code }) => code)})`)
  const known = [...fresh.keys()]
  return sql<SqlBool>`(item.id = any(${warned}) or (not item.id = any(${known}) and exists (${stored})))`
}
