import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { auditStage, cleanPage } from '#areas/site-audit/visits/test-site.ts'
import { connectGoogle } from '#test/sample-connections.ts'

const property = 'https://www.example.com/'
const untitled = (n: number) => cleanPage(n).replace(/<title>[^<]*<\/title>/, '')

type On = Awaited<ReturnType<typeof auditStage>>

/** Rows of a day, as if they had been fetched. */
async function seen(on: On, rows: { url: string; day: number; clicks: number; impressions: number }[]) {
  await on.rows(async ({ db }) => {
    await db
      .insertInto('search_property')
      .values({ id: 1, external_id: property, data_through: '2026-03-31' })
      .onConflict((known) => known.doNothing())
      .execute()
    for (const { url, day, clicks, impressions } of rows) {
      await sql`insert into app.search_text (organization_id, kind, hash, id, body)
        values (app.org(), 'page', sha256(convert_to(${url}, 'UTF8')),
          (select count(*) + 1 from app.search_text), ${url})`.execute(db)
      const { id } = await db.selectFrom('search_text').select('id').where('body', '=', url).executeTakeFirstOrThrow()
      const sums = { clicks, impressions, position_sum: impressions }
      await sql`insert into app.search_text (organization_id, kind, hash, id, body)
        select app.org(), k, sha256(convert_to('any', 'UTF8')), (select count(*) from app.search_text) + row_number() over (), 'any'
        from unnest(array['country', 'device']) as k on conflict do nothing`.execute(db)
      await db
        .insertInto('search_page_row')
        .values({ property_id: 1, day, page_id: id, country: 'any', device: 'any', ...sums })
        .execute()
      await db.deleteFrom('search_pack').where('day', '=', day).execute()
      await sql`select app.pack_searches(app.org(), 1, ${day})`.execute(db)
    }
  })
}

test('what people come to is worth more: by clicks of 28 days where they are stored, else by links', async () => {
  const on = await auditStage({
    '/': cleanPage(0, { path: '/', body: [1, 2, 3].map((n) => `<a href="/p${n}">To ${n}</a>`).join(' ') }),
    '/p1': untitled(1).replace('</main>', '</main><a href="/p2">Second</a>'),
    '/p2': untitled(2),
    '/p3': untitled(3),
  })
  const found = async () => {
    await on.audit()
    const { items } = await on.call(listSiteAuditIssues, { ruleCode: 'title_missing', pageSize: 100 })
    return items.map(({ url, priority, evidence }) => [url.slice(on.url.length), priority, evidence['traffic']])
  }
  const byLinks = [
    ['/p2', 80, undefined],
    ['/p1', 70, undefined],
    ['/p3', 70, undefined],
  ]
  expect(await found()).toEqual(byLinks)

  await connectGoogle(on, { property })
  expect(await found()).toEqual(byLinks)

  await seen(on, [
    { url: `${on.url}/p3`, day: 20260331, clicks: 30, impressions: 300 },
    { url: `${on.url}/p3?utm_source=mail#part`, day: 20260304, clicks: 10, impressions: 20 },
    { url: `${on.url}/p1`, day: 20260320, clicks: 10, impressions: 50 },
    { url: `${on.url}/p2`, day: 20260303, clicks: 900, impressions: 900 },
    { url: 'https://shop.example.net/', day: 20260331, clicks: 5000, impressions: 9000 },
  ])
  expect(await found()).toEqual([
    ['/p3', 100, { clicks: 40, impressions: 320 }],
    ['/p1', 70, { clicks: 10, impressions: 50 }],
    ['/p2', 60, undefined],
  ])
  await on.close()
})
