import { sql } from 'kysely'

import { searched } from '#areas/content/index.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { dayIn } from '#std/zoned-time.ts'

import { aiBots } from './callers.ts'

/** How often somebody fetched at about a time: one item, or (without an item) anything at all. */
export type Fetched = { at: Date; itemId: string | undefined; caller: string; n: number }

/** Counters live this long. */
const months = 25

/** Adds to the counters of the days that these times are in the organization's time zone. Items that are gone are left out. */
export async function addFetched(db: Writer, fetched: readonly Fetched[]): Promise<void> {
  const settings = await db.selectFrom('organization_setting').select('timezone').executeTakeFirst()
  if (settings === undefined) return
  const days = fetched.map(({ at, ...others }) => ({ ...others, day: dayIn(settings.timezone, at) }))
  await addViews(
    db,
    days.flatMap(({ itemId, ...others }) => (itemId === undefined ? [] : [{ itemId, ...others }])),
  )
  await addCrawlerHits(
    db,
    days.filter(({ itemId }) => itemId === undefined),
  )
}

type Counted = { day: string; caller: string; n: number }

// In one order, so that two nodes never wait for each other.
async function addViews(db: Writer, views: readonly (Counted & { itemId: string })[]): Promise<void> {
  if (views.length === 0) return
  const [items, days, callers, counts] = [
    views.map(({ itemId }) => itemId),
    views.map(({ day }) => day),
    views.map(({ caller }) => caller),
    views.map(({ n }) => n),
  ]
  await sql`insert into app.item_view as v (organization_id, item_id, day, caller, n)
    select i.organization_id, i.id, a.day, a.caller, sum(a.n)
    from unnest(${items}::text[], ${days}::text[], ${callers}::text[], ${counts}::int8[]) as a(item_id, day, caller, n)
    join app.item i on i.id = a.item_id
    group by 1, 2, 3, 4 order by 2, 3, 4
    on conflict on constraint item_view_pkey do update set n = v.n + excluded.n`.execute(db)
}

async function addCrawlerHits(db: Writer, hits: readonly Counted[]): Promise<void> {
  if (hits.length === 0) return
  const [days, bots, counts] = [hits.map(({ day }) => day), hits.map(({ caller }) => caller), hits.map(({ n }) => n)]
  await sql`insert into app.crawler_hit as h (organization_id, day, bot, n)
    select app.org(), a.day, a.bot, sum(a.n) from unnest(${days}::text[], ${bots}::text[], ${counts}::int8[]) as a(day, bot, n)
    group by 2, 3 order by 2, 3
    on conflict on constraint crawler_hit_pkey do update set n = h.n + excluded.n`.execute(db)
}

/** Removes at most `limit` counters of each kind that are older than 25 months. Returns how many at most. */
export async function removeOldCounters(db: Writer, limit: number): Promise<number> {
  const removed = await Promise.all([
    sql`delete from app.item_view where (item_id, day, caller) in (select item_id, day, caller from app.item_view
      where day < to_char(now() - make_interval(months => ${months}), 'YYYY-MM-DD') limit ${limit})`.execute(db),
    sql`delete from app.crawler_hit where (day, bot) in (select day, bot from app.crawler_hit
      where day < to_char(now() - make_interval(months => ${months}), 'YYYY-MM-DD') limit ${limit})`.execute(db),
  ])
  return Math.max(...removed.map(({ numAffectedRows }) => Number(numAffectedRows ?? 0)))
}

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

/** Views by who they are of. */
export type Views = { viewsHuman: number; viewsOther: number; viewsAiBots: Record<string, number> }

const keys = {
  item: sql<string>`v.item_id`,
  collection: sql<string>`i.collection_id`,
  author: sql<string>`t.term_id`,
  day: sql<string>`v.day`,
}

type Grouped = {
  days: Days
  by: keyof typeof keys
  itemId?: string | undefined
  itemIds?: readonly string[] | undefined
  search?: string | undefined
}

/** The views of items outside the trash in those days, by what they are grouped by. */
export async function viewsBy(db: Reader, { days, by, itemId, search, ...more }: Grouped): Promise<Map<string, Views>> {
  const itemIds = itemId === undefined ? more.itemIds : [itemId]
  const hits = searched(search)
  const rows = await db
    .selectFrom('item_view as v')
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
    .where('v.day', '>=', days.from)
    .where('v.day', '<=', days.to)
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
