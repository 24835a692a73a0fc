import { type RawBuilder, sql } from 'kysely'

import { ownHosts } from '#areas/addresses/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { itemsOfPages } from '#areas/search-console/index.ts'
import type { Writer } from '#kernel/database.ts'
import { siteHost } from '#std/comparable-url.ts'
import { dayIn } from '#std/zoned-time.ts'

/** How often somebody fetched at about a time: one item, or (without an item) anything at all. */
export type Fetched = { at: Date; itemId: string | undefined; caller: string; n: number }

/** How often a page at an address reported at about a time that somebody saw it. */
export type Reported = { at: Date; address: string; caller: string; n: number }

/** Counters live this long. */
const months = 25

/** Adds to the counters of the days that these times are in the organization's time zone. Items that are gone are left out. */
export async function addFetched(db: Writer, fetched: readonly Fetched[]): Promise<void> {
  const settings = await db.selectFrom('organization_setting').select('timezone').executeTakeFirst()
  if (settings === undefined) return
  const days = fetched.map(({ at, ...others }) => ({ ...others, day: dayIn(settings.timezone, at) }))
  await addViews(
    db,
    'item_view',
    days.flatMap(({ itemId, ...others }) => (itemId === undefined ? [] : [{ itemId, ...others }])),
  )
  await addCrawlerHits(
    db,
    days.filter(({ itemId }) => itemId === undefined),
  )
}

/** The same for what pages on the organization's own hosts reported, if they may. Other addresses are left out. */
export async function addReported(db: Writer, reported: readonly Reported[]): Promise<void> {
  const collecting = await db
    .selectFrom('organization_setting')
    .select('timezone')
    .where('collect_views', '=', true)
    .executeTakeFirst()
  if (collecting === undefined) return
  const hosts = ownHosts(await getSettings(db))
  const own = reported.filter(({ address }) => hosts.has(siteHost(URL.parse(address)?.host ?? '')))
  const items = await itemsOfPages(db, [...new Set(own.map(({ address }) => address))])
  const views = own.flatMap(({ at, address, ...others }) => {
    const itemId = items.get(address)
    return itemId === undefined ? [] : [{ itemId, day: dayIn(collecting.timezone, at), ...others }]
  })
  await addViews(db, 'reported_view', views)
  await noteReporting(db, views)
}

type Counted = { day: string; caller: string; n: number }
type View = Counted & { itemId: string }

// In one order, so that two nodes never wait for each other.
async function addViews(db: Writer, table: 'item_view' | 'reported_view', views: readonly View[]): Promise<void> {
  if (views.length === 0) return
  const [items, days, callers, counts] = [
    views.map(({ itemId }) => itemId),
    views.map(({ day }) => day),
    views.map(({ caller }) => caller),
    views.map(({ n }) => n),
  ]
  await sql`insert into ${sql.table(`app.${table}`)} as v (organization_id, item_id, day, caller, n)
    select i.organization_id, i.id, a.day, a.caller, sum(a.n)
    from unnest(${items}::text[], ${days}::text[], ${callers}::text[], ${counts}::int8[]) as a(item_id, day, caller, n)
    join app.item i on i.id = a.item_id
    group by 1, 2, 3, 4 order by 2, 3, 4
    on conflict (organization_id, item_id, day, caller) do update set n = v.n + excluded.n`.execute(db)
}

/** From its first day to its last, the views of an item are those that its page reported. */
async function noteReporting(db: Writer, views: readonly View[]): Promise<void> {
  if (views.length === 0) return
  const [items, days] = [views.map(({ itemId }) => itemId), views.map(({ day }) => day)]
  await sql`insert into app.reporting_item as p (organization_id, item_id, first_day, last_day)
    select i.organization_id, i.id, min(a.day), max(a.day) from unnest(${items}::text[], ${days}::text[]) as a(item_id, day)
    join app.item i on i.id = a.item_id
    group by 1, 2 order by 2
    on conflict (organization_id, item_id) do update
      set first_day = least(p.first_day, excluded.first_day), last_day = greatest(p.last_day, excluded.last_day)
      where p.first_day > excluded.first_day or p.last_day < excluded.last_day`.execute(db)
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
  const first = sql`to_char(now() - make_interval(months => ${months}), 'YYYY-MM-DD')`
  const removed = [
    await removeOldViews(db, 'item_view', { first, limit }),
    await removeOldViews(db, 'reported_view', { first, limit }),
    await sql`delete from app.crawler_hit where (day, bot) in (select day, bot from app.crawler_hit
      where day < ${first} limit ${limit})`.execute(db),
    await sql`delete from app.reporting_item where item_id in (select item_id from app.reporting_item
      where last_day < ${first} limit ${limit})`.execute(db),
  ]
  return Math.max(...removed.map(({ numAffectedRows }) => Number(numAffectedRows ?? 0)))
}

function removeOldViews(
  db: Writer,
  table: 'item_view' | 'reported_view',
  { first, limit }: { first: RawBuilder<unknown>; limit: number },
) {
  return sql`delete from ${sql.table(`app.${table}`)} where (item_id, day, caller) in (select item_id, day, caller
    from ${sql.table(`app.${table}`)} where day < ${first} limit ${limit})`.execute(db)
}
