import { sql } from 'kysely'

import type { StoredItem } from '#kernel/checks.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { type PublishingWarning, severities } from '#kernel/publishing-warning.ts'

import type { Checked } from './rules/engine.ts'
import { markItems } from './marks.ts'

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'item_warning.warning': PublishingWarning
  }
}

/** What a check of an item found. */
export type CheckOfItem = { row: StoredItem; checked: Checked; similarIds: readonly string[] }

type StoredCheck = { item_id: string; item_version: number; basis: string; similar_ids: readonly string[] }

/** The order of a severity: 0 error, 1 warning, 2 notice. */
export const rankOf = (severity: PublishingWarning['severity']): number => severities.indexOf(severity)

/** The latest checks of items, by item. */
export async function storedChecks(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, StoredCheck>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('item_check')
    .select(['item_id', 'item_version', 'basis', 'similar_ids'])
    .where('item_id', '=', sql<string>`any(${[...ids]})`)
    .execute()
  return new Map(rows.map((row) => [row.item_id, row]))
}

/** Lets a check stand for the next version of its item, which differs in nothing that is checked. */
export async function keepCheck(db: Writer, before: StoredItem, after: StoredItem): Promise<void> {
  await db
    .updateTable('item_check')
    .set({ item_version: after.version })
    .where('item_id', '=', after.id)
    .where('item_version', '=', before.version)
    .execute()
}

/**
 * Keeps what was found of items in the place of what was found before (`stored`). An item that was changed since its last check
 * may compete with others than before: they are noted for another one.
 */
export async function storeChecks(
  db: Writer,
  basis: string,
  { found, stored }: { found: readonly CheckOfItem[]; stored: ReadonlyMap<string, StoredCheck> },
): Promise<void> {
  if (found.length === 0) return
  const ids = found.map(({ row }) => row.id)
  await db
    .deleteFrom('item_warning')
    .where('item_id', '=', sql<string>`any(${ids})`)
    .execute()
  const rows = found.flatMap(({ row, checked }) =>
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
      found.map(({ row, checked, similarIds }) => ({
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

  const affected = found.flatMap(({ row, similarIds }) => {
    const last = stored.get(row.id)
    return last?.item_version === row.version ? [] : [...(last?.similar_ids ?? []), ...similarIds]
  })
  const own = new Set<string>(ids)
  await markItems(
    db,
    affected.filter((id) => !own.has(id)),
  )
}
