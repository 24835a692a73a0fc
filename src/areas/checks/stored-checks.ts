import { sql } from 'kysely'

import { mostSimilar, rankOfSimilar, type Similar } from '#areas/checks/similarity/similar-items.ts'
import { question, selectFrom } from '#kernel/ask.ts'
import type { StoredItem } from '#kernel/checks.ts'
import type { Writer } from '#kernel/database.ts'
import { type PublishingWarning, severities } from '#kernel/publishing-warning.ts'
import { writeTogether } from '#kernel/write-together.ts'

import { proposalKey } from './item-keys.ts'
import { type Meeting, rivalsWrite } from './marks.ts'
import type { Checked } from './rules/engine.ts'

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'item_warning.warning': PublishingWarning
  }
}

/**
 * What a check of an item found. `keyword`: the key of the primary keyword that it proposes. `rivals`: all items that are similar to it,
 * best first, and not only those that it is told of.
 */
export type CheckOfItem = {
  row: StoredItem
  checked: Checked
  keyword: string | null
  rivals: readonly Similar[]
}

/** Checks that are stored, by item. */
export type StoredChecks = ReadonlyMap<string, StoredCheck>
type StoredCheck = { item_id: string; item_version: number; basis: string; similar_ids: readonly string[] }

/** The order of a severity: 0 error, 1 warning, 2 notice. */
export const rankOf = (severity: PublishingWarning['severity']): number => severities.indexOf(severity)

/**
 * Whether a warning of items that are known is at least this grave. Written so that no index on the gravity serves it: where the
 * database does not see the values, it would read nearly all of that index for a few items.
 */
export const isAsGrave = (rank: 'rank' | 'w.rank', severity: PublishingWarning['severity']) =>
  sql<boolean>`${sql.ref(rank)} + 0 <= ${rankOf(severity)}`

/** The latest checks of items, by item. */
export const storedChecksAsked = (ids: readonly string[]) =>
  question(
    ids.length === 0
      ? undefined
      : selectFrom('item_check')
          .select(['item_id', 'item_version', 'basis', 'similar_ids'])
          .where('item_id', '=', sql<string>`any(${[...ids]})`),
    (rows): StoredChecks => new Map(rows.map((row) => [row.item_id, row])),
  )

/** The write that makes a check valid for the next version of its item, which differs in nothing that is checked. */
export const checkKept = (db: Writer, before: StoredItem, after: StoredItem) =>
  db
    .updateTable('item_check')
    .set({ item_version: after.version })
    .where('item_id', '=', after.id)
    .where('item_version', '=', before.version)

/**
 * Replaces what was found in items before (`stored`) by what was found now. An item that has changed since its last check may
 * compete with other items than before: those are noted for another check.
 */
export async function storeChecks(
  db: Writer,
  basis: string,
  { found, stored }: { found: readonly CheckOfItem[]; stored: StoredChecks },
): Promise<void> {
  const own = new Set<string>(found.map(({ row }) => row.id))
  const meetings = found.flatMap(({ row, rivals }) => {
    const last = stored.get(row.id)
    if (last?.item_version === row.version) return []
    const ranks = new Map<string, number | null>(last?.similar_ids.map((id) => [id, null]))
    for (const rival of rivals) ranks.set(rival.id, rankOfSimilar(rival))
    return [...ranks].map(([id, rank]): Meeting => ({ itemId: id, rivalId: row.id, rank }))
  })
  await writeTogether(db, [
    ...warningWrites(db, found),
    ...proposalWrites(db, found),
    found.length === 0 ? undefined : checkWrite(db, basis, found),
    rivalsWrite(
      db,
      meetings.filter(({ itemId }) => !own.has(itemId)),
    ),
  ])
}

/** The warnings that were found in the items now, replacing all earlier ones. */
function warningWrites(db: Writer, found: readonly CheckOfItem[]) {
  const rows = found.flatMap(({ row, checked }) =>
    [...checked.warnings, ...checked.withheld].map((warning) => ({
      item_id: row.id,
      code: warning.code,
      rank: rankOf(warning.severity),
      warning,
    })),
  )
  const given = sql<{ item_id: string; code: string; rank: number; warning: string }>`(
    select g.item_id collate "C" as item_id, g.code collate "C" as code, g.rank, g.warning
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as g(item_id text, code text, rank smallint, warning jsonb))`
  const [ids, codes] = [rows.map(({ item_id: id }) => id), rows.map(({ code }) => code)]
  const ofThese = sql<string>`any(${found.map(({ row }) => row.id)})`
  const gone = db
    .deleteFrom('item_warning')
    .where('item_id', '=', ofThese)
    .where(sql<boolean>`(item_id, code) not in (select * from unnest(${ids}::text[], ${codes}::text[]))`)
  // Most are found again by every check: what is stored as it is, is not written again.
  const kept = db
    .insertInto('item_warning')
    .columns(['item_id', 'code', 'rank', 'warning'])
    .expression(
      db
        .selectFrom(given.as('given'))
        .select(['given.item_id', 'given.code', 'given.rank', 'given.warning'])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('item_warning as w')
                .select('w.code')
                .where('w.item_id', '=', ofThese)
                .whereRef('w.item_id', '=', 'given.item_id')
                .whereRef('w.code', '=', 'given.code')
                .whereRef('w.rank', '=', 'given.rank')
                .where(sql<boolean>`w.warning = given.warning`),
            ),
          ),
        ),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'item_id', 'code']).doUpdateSet((eb) => ({
        rank: eb.ref('excluded.rank'),
        warning: eb.ref('excluded.warning'),
      })),
    )
  return rows.length === 0 ? [gone] : [gone, kept]
}

/** The keywords that items are proposed now, replacing all earlier ones (checks.md#proposed-keywords-are-free). */
function proposalWrites(db: Writer, found: readonly CheckOfItem[]) {
  const lacking = found.filter(({ checked }) => checked.warnings.some(({ code }) => code === 'primary_keyword_missing'))
  if (lacking.length === 0) return []
  const proposed = lacking.flatMap(({ row, keyword }) =>
    keyword === null ? [] : [{ item_id: row.id, kind: 'related' as const, key: proposalKey(keyword) }],
  )
  const [ids, keys] = [proposed.map(({ item_id: id }) => id), proposed.map(({ key }) => key)]
  const gone = db
    .deleteFrom('item_key')
    .where('item_id', '=', sql<string>`any(${lacking.map(({ row }) => row.id)})`)
    .where('kind', '=', 'related')
    .where('key', 'like', proposalKey('%'))
    .where(sql<boolean>`(item_id, key) not in (select * from unnest(${ids}::text[], ${keys}::text[]))`)
  if (proposed.length === 0) return [gone]
  return [
    gone,
    db
      .insertInto('item_key')
      .values(proposed)
      .onConflict((conflict) => conflict.doNothing()),
  ]
}

function checkWrite(db: Writer, basis: string, found: readonly CheckOfItem[]) {
  return db
    .insertInto('item_check')
    .values(
      found.map(({ row, checked, rivals }) => {
        const last = rivals[mostSimilar - 1]
        return {
          item_id: row.id,
          item_version: row.version,
          basis,
          score: checked.score,
          similar_ids: rivals.slice(0, mostSimilar).map(({ id }) => id),
          similar_least: last === undefined ? null : rankOfSimilar(last),
        }
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'item_id']).doUpdateSet((eb) => ({
        item_version: eb.ref('excluded.item_version'),
        basis: eb.ref('excluded.basis'),
        score: eb.ref('excluded.score'),
        similar_ids: eb.ref('excluded.similar_ids'),
        similar_least: eb.ref('excluded.similar_least'),
        checked_at: sql<Date>`now()`,
      })),
    )
}
