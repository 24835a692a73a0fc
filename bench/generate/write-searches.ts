import pg from 'pg'

import { addDays } from '#std/zoned-time.ts'

/** The last of the days, whose figures are final: the same in every run. */
export const lastSearchDay = '2026-06-30'
/** All that Search Console keeps. */
const days = 480
const queries = 20_000
const countries = ['usa', 'gbr', 'deu', 'fra', 'ind']
const devices = ['DESKTOP', 'MOBILE', 'TABLET']

type Wanted = { databaseUrl: string; organizationId: string; items: number; rows: number }

/**
 * Connects a Search Console whose 16 months are already here: rows by page, query, country and device as the synchronisation stores
 * them, one day after the other, evenly over the days. Few queries have most rows, and every tenth row of a query is of another page.
 */
export async function writeSearches({ databaseUrl, organizationId, items, rows }: Wanted): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const run = (text: string, values: readonly unknown[] = []) => client.query(text, [...values])
  const first = addDays(lastSearchDay, 1 - days)
  try {
    await run('select setseed(0.5)')
    await run(`update app.organization_setting set site_url = 'https://www.example.com' where organization_id = $1`, [
      organizationId,
    ])
    await run(
      `insert into app.integration (organization_id, id, provider, kind, display_name, state, target)
        values ($1, 'int_bench', 'google_search_console', 'search', 'Search Console', 'connected',
          '{"type": "property", "externalId": "sc-domain:example.com", "name": "example.com"}')`,
      [organizationId],
    )
    await run(
      `insert into app.search_property (organization_id, id, external_id, data_through)
        values ($1, 1, 'sc-domain:example.com', $2)`,
      [organizationId, lastSearchDay],
    )
    await run(
      `insert into app.search_text (organization_id, kind, hash, id, body)
        select $1, t.kind, sha256(convert_to(t.body, 'UTF8')), t.id, t.body from (
          select 'page' as kind, n + 1 as id, 'https://www.example.com/articles/article-' || n as body
            from generate_series(0, $2::int - 1) as n
          union all select 'query', $2::int + n + 1, 'how to find ' || md5(n::text) || ' for team ' || n
            from generate_series(0, $3::int - 1) as n
          union all select 'country', $2::int + $3::int + n, ($4::text[])[n] from generate_series(1, array_length($4::text[], 1)) as n
          union all select 'device', $2::int + $3::int + array_length($4::text[], 1) + n, ($5::text[])[n]
            from generate_series(1, array_length($5::text[], 1)) as n) as t`,
      [organizationId, items, queries, countries, devices],
    )
    await run(
      `insert into app.search_query_row
          (organization_id, property_id, day, page_id, query_id, country, device, clicks, impressions, position_sum)
        select $1, 1, to_char($3::date + r.day, 'YYYYMMDD')::int,
          1 + (r.query * 7919 + case when r.other < 0.1 then 1 + (r.other * 30)::int else 0 end) % $4::int, $4::int + r.query + 1,
          r.country, r.device, (r.shown * r.luck / (3 + r.place))::int, r.shown, r.shown * r.place
        from (select n % ${days} as day, least(${queries} - 1, (${queries} * power(random(), 3))::int) as query, random() as other,
            ($5::text[])[1 + (random() * 4)::int] as country, ($6::text[])[1 + (random() * 2)::int] as device,
            1 + (40 * power(random(), 4))::int as shown, random() as luck, 1 + random() * 25 as place
          from generate_series(1, ($2::int * 1.15)::int) as n) as r
        order by r.day
        on conflict do nothing`,
      [organizationId, rows, first, items, countries, devices],
    )
    await run(
      `delete from app.search_query_row where ctid in (select ctid from app.search_query_row order by random() offset $1::int)`,
      [rows],
    )
    for (const statement of sums) await run(statement)
    await run('vacuum analyze')
  } finally {
    await client.end()
  }
}

const figures = 'sum(clicks)::int, sum(impressions)::int, sum(position_sum)'

const sums = [
  `insert into app.search_page_row (organization_id, property_id, day, page_id, country, device, clicks, impressions, position_sum)
    select organization_id, property_id, day, page_id, country, device, ${figures} from app.search_query_row group by 1, 2, 3, 4, 5, 6 order by 3`,
  `insert into app.search_day (organization_id, property_id, day, clicks, impressions, position_sum)
    select organization_id, property_id, day, ${figures} from app.search_page_row group by 1, 2, 3`,
  `select app.pack_searches(organization_id, property_id, day) from app.search_day`,
  `select app.pack_search_month(organization_id, property_id, day) from (select distinct organization_id, property_id, day / 100 * 100 as day from app.search_day) as months`,
]
