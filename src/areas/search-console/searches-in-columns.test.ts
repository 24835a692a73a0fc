import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Writer } from '#kernel/database.ts'
import type { SearchDimension } from '#kernel/search-connector.ts'
import { stage } from '#test/stage.ts'

import { sharedQueries } from './cannibalization.ts'
import { dayOf } from './days.ts'
import { sumsByPage } from './figures-of-items.ts'
import { groupedRows, operators, orders } from './grouped-rows.ts'
import { removeOldSearches } from './remove-old-rows.ts'
import { packMonth, replaceDay } from './replace-day.ts'
import { isBefore } from './texts.ts'

/** The same numbers in every run. */
function dice(seed: number) {
  let state = seed
  const roll = (below: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  return { roll, one: <T>(of: readonly T[]): T => of[roll(of.length)] as T }
}

const dates = ['2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03']
const values = {
  page: ['https://www.example.com/a', 'https://www.example.com/b', 'https://www.example.com/c?x=1'],
  query: ['tides', 'Tide table', 'moon 🌕', 'moon ﬁsh', 'ebb'],
  country: ['usa', 'deu', 'zzz'],
  device: ['DESKTOP', 'MOBILE'],
}
type Text = keyof typeof values
const dimensions = ['date', 'page', 'query', 'country', 'device'] as const satisfies readonly SearchDimension[]

const { roll, one } = dice(7)

/** Rows of a day as the search engine names them; half of what was searched for is too rare to have a query. */
function rowsOfDay() {
  const figures = () => ({ clicks: roll(4), impressions: roll(9), position: 1 + roll(80) / 4 })
  const some = (names: readonly Text[]) =>
    Array.from({ length: roll(30) }, () => ({ keys: names.map((name) => one(values[name])), ...figures() }))
  return {
    totals: { keys: [], ...figures() },
    pages: some(['page', 'country', 'device']),
    queries: some(['page', 'query', 'country', 'device']),
  }
}

const fill = async (db: Writer) => {
  for (const day of dates) await replaceDay(db, { propertyId: 1, day, rows: rowsOfDay() })
}

test('what is answered from columns is what the rows say, whatever is asked, also after days were replaced', async () => {
  const on = await stage({})
  await on.rows(async ({ db }) => {
    await db.insertInto('search_property').values({ id: 1, external_id: 'sc-domain:example.com' }).execute()
    await fill(db)
    // Days that become final are read again.
    await fill(db)
    await replaceDay(db, { propertyId: 2, day: dates[0] ?? '', rows: rowsOfDay() })

    const months = async () =>
      (
        await db
          .selectFrom('search_pack')
          .select('day')
          .distinct()
          .where(sql<boolean>`kind like '%_month'`)
          .orderBy('day')
          .execute()
      ).map(({ day }) => day)
    for (const month of [20260200, 20260300]) await packMonth(db, { propertyId: 1, month })
    expect(await months()).toEqual([20260200, 20260300])

    for (let round = 0; round < 200; round++) {
      // A month whose day was replaced is answered from its days.
      if (round === 150) {
        await replaceDay(db, { propertyId: 1, day: dates[3] ?? '', rows: rowsOfDay() })
        expect(await months()).toEqual([20260200])
      }
      const chosen = dimensions.filter(() => roll(2) === 0).slice(0, 3)
      const asked = {
        propertyId: 1,
        days: {
          from: one(['2026-01-30', '2026-02-26', dates[roll(3)] ?? '']),
          to: one(['2026-03-03', '2026-04-01', dates[3 + roll(3)] ?? '']),
        },
        dimensions: chosen.length === 0 ? (['query'] as const) : chosen,
        filters: Array.from({ length: roll(3) }, () => ({
          dimension: one(dimensions),
          operator: one(operators),
          expression: one(['tide', 'TIDES', 'moon', 'https://www.example.com/b', 'usa', 'mobile', '03-0', 'zz']),
        })),
        orderBy: one(orders.filter((order) => order !== 'date' || chosen.includes('date'))),
        ...(roll(4) === 0 ? { search: one(['MOON', 'example.com/a']) } : {}),
        limit: 1 + roll(6),
        offset: one([0, 0, 2, 5]),
      }

      const found = await groupedRows(db, asked)

      expect({ asked, ...found }).toEqual({ asked, ...(await fromRows(db, asked)) })
    }
  })
}, 60_000)

test('queries that pages compete for and figures of pages are those of the rows', async () => {
  const on = await stage({})
  const property = { id: 1, externalId: 'sc-domain:example.com', dataThrough: '2026-03-03' }
  await on.rows(async ({ db }) => {
    await db.insertInto('search_property').values({ id: 1, external_id: property.externalId }).execute()
    await fill(db)
    const days = { from: '2026-02-27', to: '2026-03-02' }

    const shared = await sharedQueries(db, { property, days, minImpressions: 1 })
    const pages = await sumsByPage(db, { property, days: 3 })

    const { rows } = await sql<{ query: number; flips: number; impressions: number; pages: number }>`
      with rows as (select query_id, page_id, day, sum(impressions) as i, sum(clicks) as c from app.search_query_row
        where property_id = 1 and day between 20260227 and 20260302 group by 1, 2, 3),
      leaders as (select distinct on (query_id, day) query_id, day, page_id from rows
        order by query_id, day, i desc, c desc, page_id),
      followed as (select query_id, page_id, lag(page_id) over (partition by query_id order by day) as before from leaders)
      select r.query_id as query, sum(r.i)::int as impressions, count(distinct r.page_id)::int as pages,
        (select count(*)::int from followed f where f.query_id = r.query_id and f.before <> f.page_id) as flips
      from rows r group by 1 having count(distinct r.page_id) > 1 and sum(r.i) >= 1 order by 2 desc, 1`.execute(db)
    expect(rows.length).toBeGreaterThan(2)
    expect(
      shared.map(({ queryId, flipCount, impressions, pages }) => [queryId, flipCount, impressions, pages.length]),
    ).toEqual(rows.map((row) => [row.query, row.flips, row.impressions, row.pages]))
    const { rows: sums } = await sql<{ body: string; clicks: number; before: number }>`
      select t.body, coalesce(sum(clicks) filter (where day > 20260228), 0)::int as clicks,
        coalesce(sum(clicks) filter (where day <= 20260228), 0)::int as before
      from app.search_page_row join app.search_text t on t.id = page_id where property_id = 1 group by 1`.execute(db)
    expect(new Map([...pages].map(([page, { clicks, before }]) => [page, [clicks, before]]))).toEqual(
      new Map(sums.map(({ body, clicks, before }) => [body, [clicks, before]])),
    )
  })
}, 60_000)

test('columns go with their rows once they are too old', async () => {
  const on = await stage({})
  await on.rows(async ({ db }) => {
    await db.insertInto('search_property').values({ id: 1, external_id: 'sc-domain:example.com' }).execute()
    const rows = {
      ...rowsOfDay(),
      queries: [{ keys: ['p', 'q', 'usa', 'MOBILE'], clicks: 1, impressions: 2, position: 1 }],
    }
    await replaceDay(db, { propertyId: 1, day: '2020-01-01', rows })
    expect(await removeOldSearches(db, 1000)).toBeGreaterThan(0)
    expect(await db.selectFrom('search_pack').select('day').execute()).toEqual([])
  })
})

type Asked = Parameters<typeof groupedRows>[1]

/** The same answer from the rows as they were stored, row by row. */
async function fromRows(db: Writer, asked: Asked) {
  const names = [...asked.dimensions, ...asked.filters.map(({ dimension }) => dimension)]
  const hasQuery = names.includes('query')
  const { rows } = await (
    names.every((name) => name === 'date')
      ? sql<Row>`select day, null as page, null as query, null as country, null as device,
          clicks::float8 as clicks, impressions::float8 as impressions, position_sum from app.search_day where property_id = 1`
      : hasQuery
        ? sql<Row>`select day, p.body as page, q.body as query, country, device, clicks, impressions, position_sum
        from app.search_query_row join app.search_text p on p.id = page_id join app.search_text q on q.id = query_id where property_id = 1`
        : sql<Row>`select day, p.body as page, null as query, country, device, clicks, impressions, position_sum
        from app.search_page_row join app.search_text p on p.id = page_id where property_id = 1`
  ).execute(db)
  const groups = new Map<string, { values: string[]; clicks: number; impressions: number; weighted: number }>()
  for (const row of rows) {
    const of = (name: SearchDimension) => (name === 'date' ? dayOf(row.day) : (row[name] ?? ''))
    if (of('date') < asked.days.from || of('date') > asked.days.to || !isMeant(asked, of)) continue
    const named = asked.dimensions.map(of)
    const sums = groups.get(named.join('\n')) ?? { values: named, clicks: 0, impressions: 0, weighted: 0 }
    groups.set(named.join('\n'), sums)
    sums.clicks += row.clicks
    sums.impressions += row.impressions
    sums.weighted += row.position_sum
  }
  const all = [...groups.values()].map(({ values: named, clicks, impressions, weighted }) => ({
    ...Object.fromEntries(asked.dimensions.map((name, at) => [name, named[at]])),
    clicks,
    impressions,
    ctr: impressions > 0 ? clicks / impressions : 0,
    position: impressions > 0 ? weighted / impressions : null,
    named,
  }))
  const order = (row: (typeof all)[number]) =>
    asked.orderBy === 'position'
      ? (row.position ?? Infinity)
      : asked.orderBy === 'date'
        ? Number((row as { date?: string }).date?.replaceAll('-', ''))
        : -row[asked.orderBy]
  const sorted = all.toSorted((a, b) => {
    const by = order(a) === order(b) ? 0 : order(a) - order(b)
    const at = a.named.findIndex((value, index) => value !== b.named[index])
    return by || Buffer.compare(Buffer.from(a.named[at] ?? ''), Buffer.from(b.named[at] ?? ''))
  })
  const items = sorted.slice(asked.offset, asked.offset + asked.limit).map(({ named: _named, ...item }) => item)
  return { items, total: all.length }
}

type Row = Record<'page' | 'query' | 'country' | 'device', string | null> & {
  day: number
  clicks: number
  impressions: number
  position_sum: number
}

function isMeant({ filters, search, dimensions: chosen }: Asked, of: (name: SearchDimension) => string): boolean {
  const looked = chosen.filter((name) => name === 'page' || name === 'query')
  const isFound =
    search === undefined ||
    looked.length === 0 ||
    looked.some((name) => of(name).toLowerCase().includes(search.toLowerCase()))
  return (
    isFound &&
    filters.every(({ dimension, operator, expression }) => {
      const [value, wanted] = [of(dimension).toLowerCase(), expression.toLowerCase()]
      const isEqual = value === wanted
      const isWithin = operator.endsWith('Regex') ? RegExp(expression, 'iu').test(value) : value.includes(wanted)
      const holds = operator.toLowerCase().endsWith('equals') ? isEqual : isWithin
      return /^(?:not|excluding)/.test(operator) ? !holds : holds
    })
  )
}

test.each([
  ['a', 'b'],
  ['a', 'ab'],
  ['ﬁ', '🌕'],
  ['Z', 'a'],
])('%s comes before %s', (first, second) => {
  expect([isBefore(first, second), isBefore(second, first), isBefore(first, first)]).toEqual([true, false, false])
})
