import { sql } from 'kysely'

import type { ItemRow } from '#areas/content/items.ts'
import type { Writer } from '#kernel/database.ts'

import type { Checked } from './engine.ts'
import { markItems } from './rechecks.ts'
import { type PublishingWarning, severities } from './warning.ts'

/** What a check of a stored item found, and the body that it read. */
export type CheckOfItem = { row: ItemRow; contentHtml: string; checked: Checked; similarIds: readonly string[] }

/** The order of a severity: 0 error, 1 warning, 2 notice. */
export const rankOf = (severity: PublishingWarning['severity']): number => severities.indexOf(severity)

/**
 * Keeps what was found of items in the place of what was found before. An item that was changed since its last check may
 * compete with others than before: they are noted for another one.
 */
export async function storeChecks(db: Writer, basis: string, checks: readonly CheckOfItem[]): Promise<void> {
  if (checks.length === 0) return
  const ids = checks.map(({ row }) => row.id)
  const stored = await db
    .selectFrom('item_check')
    .select(['item_id', 'item_version', 'similar_ids'])
    .where('item_id', '=', sql<string>`any(${ids})`)
    .execute()
  const before = new Map(stored.map((row) => [row.item_id, row]))

  await db
    .deleteFrom('item_warning')
    .where('item_id', '=', sql<string>`any(${ids})`)
    .execute()
  const rows = checks.flatMap(({ row, checked }) =>
    checked.warnings.map((warning) => ({
      item_id: row.id,
      code: warning.code,
      rank: rankOf(warning.severity),
      warning: JSON.stringify(warning),
    })),
  )
  if (rows.length > 0) await db.insertInto('item_warning').values(rows).execute()
  await db
    .insertInto('item_check')
    .values(
      checks.map(({ row, checked, similarIds }) => ({
        item_id: row.id,
        item_version: row.version,
        basis,
        score: checked.score,
        similar_ids: [...similarIds],
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'item_id']).doUpdateSet((eb) => ({
        item_version: eb.ref('excluded.item_version'),
        basis: eb.ref('excluded.basis'),
        score: eb.ref('excluded.score'),
        similar_ids: eb.ref('excluded.similar_ids'),
        checked_at: sql<Date>`now()`,
      })),
    )
    .execute()

  const affected = checks.flatMap(({ row, similarIds }) => {
    const last = before.get(row.id)
    return last?.item_version === row.version ? [] : [...(last?.similar_ids ?? []), ...similarIds]
  })
  const own = new Set<string>(ids)
  await markItems(
    db,
    affected.filter((id) => !own.has(id)),
  )
}
