import { sql } from 'kysely'

import { isPublic } from '#areas/collections/index.ts'
import { searched } from '#areas/content/index.ts'
import type { Status } from '#areas/items/index.ts'
import type { Reader } from '#kernel/database.ts'
import type { ItemId } from '#kernel/ids.ts'
import type { PageAsked } from '#kernel/list-page.ts'
import { type PublishingWarning, severities } from '#kernel/publishing-warning.ts'

import type { FreshChecks } from './fresh-checks.ts'
import { rankOf } from './stored-checks.ts'

export type WarningFilter = {
  codes: readonly string[] | undefined
  severity: PublishingWarning['severity'] | undefined
  status: Status | undefined
  search: string | undefined
}

export type ListedWarning = PublishingWarning & { itemId: string | null; title: string | null }

/** One page of the warnings of items, and of the organization itself, by severity, code and item, and their number. */
export async function listWarnings(
  db: Reader,
  { found, faults }: Pick<FreshChecks, 'found' | 'faults'>,
  filter: WarningFilter,
  { page, pageSize }: PageAsked,
): Promise<{ items: ListedWarning[]; total: number }> {
  const matching = (isWhole = false) => matchingWarnings(db, { found, faults }, filter, isWhole)
  const { total } = await matching(filter.codes === undefined)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const offset = (page - 1) * pageSize
  if (offset >= total) return { items: [], total }
  const rows = await matching()
    .select(['w.item_id', 'w.code', 'i.title'])
    .orderBy('w.rank')
    .orderBy('w.code')
    .orderBy('w.item_id')
    .limit(pageSize)
    .offset(offset)
    .execute()
  const stored = await storedWarnings(db, rows)
  return {
    items: rows.flatMap((row): ListedWarning[] => {
      const fault = row.item_id === ofOrganization ? faults.find(({ code }) => code === row.code) : undefined
      if (fault !== undefined) return [{ ...fault, itemId: null, title: null }]
      const fresh = found.get(row.item_id)
      const warning = fresh?.find(({ code }) => code === row.code) ?? stored.get(`${row.item_id} ${row.code}`)
      return warning === undefined ? [] : [{ ...warning, itemId: row.item_id, title: row.title ?? '' }]
    }),
    total,
  }
}

// Only the rows of the page are read in full: what is counted and sorted stays narrow.
async function storedWarnings(db: Reader, rows: readonly { item_id: string; code: string }[]) {
  const found = await db
    .selectFrom('item_warning')
    .select(['item_id', 'code', 'warning'])
    .where('item_id', '=', sql<string>`any(${[...new Set(rows.map((row) => row.item_id))]})`)
    .where('code', '=', sql<string>`any(${[...new Set(rows.map(({ code }) => code))]})`)
    .execute()
  return new Map(found.map((row) => [`${row.item_id} ${row.code}`, row.warning]))
}

/** Stands for the id of an item in the entries of the organization itself. */
const ofOrganization = ''

export type KindOfWarning = { code: string; severity: PublishingWarning['severity']; count: number; live: number }

/** The kinds of warnings with how many items have each, and how many of these are live: errors first, then the most frequent. */
export async function countWarnings(
  db: Reader,
  fresh: Pick<FreshChecks, 'found' | 'faults'>,
  among: Partial<Omit<WarningFilter, 'codes'>> = {},
): Promise<KindOfWarning[]> {
  const every = { severity: undefined, status: undefined, search: undefined, ...among, codes: undefined }
  const rows = await matchingWarnings(db, fresh, every, true)
    .select(({ fn }) => ['w.code', 'w.rank', fn.countAll<number>().as('count')])
    .select(sql<number>`count(*) filter (where i.is_public)`.as('live'))
    .groupBy(['w.code', 'w.rank'])
    .orderBy('w.rank')
    .orderBy('count', 'desc')
    .orderBy('w.code')
    .execute()
  return rows.map(({ rank, ...kind }) => ({ ...kind, severity: severities[rank] ?? 'notice' }))
}

/**
 * What has just been found replaces what is stored for the same items, and what is a fault of the organization is one of no item. A
 * page of warnings finds each item by its key, whatever the planner knows about the number of rows; to count them all (`isWhole`),
 * all items are read once instead.
 */
function matchingWarnings(
  db: Reader,
  { found, faults }: Pick<FreshChecks, 'found' | 'faults'>,
  { codes, severity, status, search }: WarningFilter,
  isWhole = false,
) {
  const fresh = [...found, [ofOrganization, faults] as const].flatMap(([itemId, warnings]) =>
    warnings.map((warning) => ({ item_id: itemId, code: warning.code, rank: rankOf(warning.severity) })),
  )
  const given = sql<{ item_id: string; code: string; rank: number }>`(
    select g.item_id collate "C" as item_id, g.code collate "C" as code, g.rank
    from jsonb_to_recordset(${JSON.stringify(fresh)}::text::jsonb) as g(item_id text, code text, rank smallint))`
  const all = db
    .selectFrom('item_warning')
    .select(['item_id', 'code', 'rank'])
    .where(sql<boolean>`not item_warning.item_id = any(${[...found.keys()]})`)
    .where(sql<boolean>`not item_warning.code = any(${faults.map(({ code }) => code)})`)
    .unionAll(db.selectFrom(given.as('given')).select(['given.item_id', 'given.code', 'given.rank']))
  const hits = searched(search)
  const items = db
    .selectFrom('item')
    .select(['item.id', 'item.title', 'item.trashed_at', 'item.effective_status', isPublic('item').as('is_public')])
  let query = db
    .selectFrom(all.as('w'))
    .leftJoinLateral(
      () =>
        isWhole
          ? items.offset(0).as('i')
          : items
              .where('item.id', '=', sql<ItemId>`w.item_id`)
              .limit(1)
              .as('i'),
      (join) => (isWhole ? join.onRef('i.id', '=', 'w.item_id') : join.onTrue()),
    )
    .where('i.trashed_at', 'is', null)
    .where(({ or, eb }) => or([eb('i.id', 'is not', null), eb('w.item_id', '=', ofOrganization)]))
  if (codes !== undefined) query = query.where('w.code', '=', sql<string>`any(${[...codes]})`)
  if (severity !== undefined) query = query.where('w.rank', '=', rankOf(severity))
  if (status !== undefined) query = query.where('i.effective_status', '=', status)
  if (hits !== undefined) query = query.where('i.id', 'in', hits)
  return query
}
