import { sql } from 'kysely'

import { searched } from '#areas/content/index.ts'
import type { Reader } from '#kernel/database.ts'
import { daysBetween } from '#std/zoned-time.ts'

import { aiBots } from './callers.ts'

/** Days, inclusive: `2026-01-31`. */
export type Days = { from: string; to: string }

/** Requests of AI bots in those days, most first. */
export async function crawlerHits(
  db: Reader,
  { from, to }: Days,
): Promise<{ total: number; byBot: { bot: string; hits: number }[] }> {
  const rows = await db
    .selectFrom('crawler_hit')
    .select(({ fn }) => ['bot', fn.sum<number>('n').as('hits')])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('bot')
    .execute()
  const byBot = rows
    .map(({ bot, hits }) => ({ bot, hits: Number(hits) }))
    .toSorted((a, b) => b.hits - a.hits || a.bot.localeCompare(b.bot))
  return { total: byBot.reduce((sum, { hits }) => sum + hits, 0), byBot }
}

type ViewsOfDay = { date: string; human: number; aiBots: number; other: number }

/** The views of all items outside the trash on each of those days, also on those without any. */
export async function viewsByDay(db: Reader, days: Days): Promise<ViewsOfDay[]> {
  const found = await viewsBy(db, { days, by: 'day' })
  return daysBetween(days.from, days.to).map((date) => {
    const views = found.get(date) ?? noViews()
    const { viewsHuman: human, viewsOther: other } = views
    return { date, human, other, aiBots: allOf(views) - human - other }
  })
}

/** Those of several days together, and day by day. */
export function sumOfViews(days: ViewsOfDay[]) {
  const sum = (who: 'human' | 'aiBots' | 'other') => days.reduce((total, one) => total + one[who], 0)
  return { human: sum('human'), aiBots: sum('aiBots'), other: sum('other'), days }
}

/** Views by who they are of. */
export type Views = { viewsHuman: number; viewsOther: number; viewsAiBots: Record<string, number> }

type CountedRow = { item_id: string; day: string; caller: string; n: number }

/** The views of those days, item by item: those that its page reports where it does, else those of `/v1` (analytics.md#pages-report-views). */
export function countedViews({ from, to }: Days) {
  return sql<CountedRow>`(select f.item_id, f.day, f.caller, f.n from app.item_view f
      left join app.reporting_item p on p.item_id = f.item_id and f.day between p.first_day and p.last_day
      where f.day between ${from} and ${to} and p.item_id is null
    union all select r.item_id, r.day, r.caller, r.n from app.reported_view r where r.day between ${from} and ${to})`
}

const keys = {
  item: sql<string>`v.item_id`,
  collection: sql<string>`i.collection_id`,
  author: sql<string>`t.term_id`,
  day: sql<string>`v.day`,
}

type Grouped = {
  days: Days
  by: keyof typeof keys
  itemIds?: readonly string[] | undefined
  search?: string | undefined
}

/** The views of items outside the trash in those days, by what they are grouped by. */
export async function viewsBy(db: Reader, { days, by, itemIds, search }: Grouped): Promise<Map<string, Views>> {
  const hits = searched(search)
  const rows = await db
    .selectFrom(countedViews(days).as('v'))
    .innerJoin('item as i', 'i.id', 'v.item_id')
    .$if(by === 'author', (query) =>
      query.innerJoin(
        sql<{
          item_id: string
          term_id: string
        }>`(select item_id, term_id from app.item_term where kind = 'author')`.as('t'),
        't.item_id',
        'v.item_id',
      ),
    )
    .select([keys[by].as('key'), 'v.caller', sql<number>`sum(v.n)`.as('n')])
    .where('i.trashed_at', 'is', null)
    .$if(itemIds !== undefined, (query) => query.where('v.item_id', '=', sql<string>`any(${[...(itemIds ?? [])]})`))
    .$if(hits !== undefined, (query) => query.where(sql<boolean>`v.item_id in ${hits}`))
    .groupBy([keys[by], 'v.caller'])
    .execute()
  const found = new Map<string, Views>()
  for (const { key, caller, n } of rows) {
    const views = found.get(key) ?? noViews()
    if (caller === 'human') views.viewsHuman += Number(n)
    else if (caller === 'other') views.viewsOther += Number(n)
    else views.viewsAiBots[caller] = Number(n)
    found.set(key, views)
  }
  return found
}

export function noViews(): Views {
  return { viewsHuman: 0, viewsOther: 0, viewsAiBots: {} }
}

export function allOf({ viewsHuman, viewsOther, viewsAiBots }: Views): number {
  return viewsHuman + viewsOther + aiBots.reduce((sum, bot) => sum + (viewsAiBots[bot] ?? 0), 0)
}
