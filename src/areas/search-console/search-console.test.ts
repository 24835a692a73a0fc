import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'

import { getContentAnalytics } from '#areas/analytics/operations/get-content-analytics.ts'
import { getDashboard } from '#areas/analytics/operations/get-dashboard.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { googleOAuthCallback } from '#areas/integrations/operations/oauth-callbacks.ts'
import { selectIntegrationTarget } from '#areas/integrations/operations/select-integration-target.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { openConnectors } from '#connectors/index.ts'
import type { IntegrationId, JobId } from '#kernel/ids.ts'
import { Secret } from '#kernel/secret.ts'
import { addDays, daysBetween } from '#std/zoned-time.ts'
import { agreeAtGoogle, connectGoogle } from '#test/sample-connections.ts'
import { sharedParts } from '#test/shared-parts.ts'
import { type Stage, stage } from '#test/stage.ts'
import { openGoogle, type Seen } from '#test/standins/google.ts'

import { searchDay } from './days.ts'
import { jobs } from './index.ts'
import { getSearchConsoleSummary } from './operations/get-search-console-summary.ts'
import { inspectIndexStatus } from './operations/inspect-index-status.ts'
import { listQueryCannibalization } from './operations/list-query-cannibalization.ts'
import { listSearchOpportunities } from './operations/list-search-opportunities.ts'
import { querySearchConsole } from './operations/query-search-console.ts'
import { syncSearchConsole } from './operations/sync-search-console.ts'

const property = 'https://www.example.com/'
const page = (slug: string) => `${property}articles/${slug}`
const yesterday = addDays(searchDay(new Date()), -1)
const ago = (days: number) => addDays(yesterday, -days)

let google: Awaited<ReturnType<typeof openGoogle>>
let on: Stage
beforeEach(async () => {
  google = await openGoogle()
  const client = { id: google.client.id, secret: new Secret(google.client.secret) }
  on = await stage({
    connectors: openConnectors({ google_search_console: google.url }, { google_search_console: client }),
  })
  await on.call(updateOrganizationSettings, { siteUrl: property }, { confirm: true })
  return () => google.close()
})

/** Fetches these days and returns what the job ended with. */
async function sync(input: { from?: string; to?: string } = {}) {
  const { jobId } = await on.call(syncSearchConsole, input, { confirm: true })
  const { outbound } = await sharedParts()
  const end = await on.runJob(on.jobRunner(jobs, { fetch: outbound.fetch }), jobId)
  return { end, jobId, ...(await on.call(getJob, { jobId })) }
}

const seen = (more: Partial<Seen>): Seen => ({
  date: yesterday,
  page: page('tides'),
  query: 'tides',
  clicks: 1,
  impressions: 10,
  position: 3,
  ...more,
})
const query = (input: Parameters<typeof on.call<typeof querySearchConsole>>[1]) => on.call(querySearchConsole, input)

test('rows are kept by day, sums are weighted, and rare searches count in totals only', async () => {
  google.rows.push(
    seen({ clicks: 4, impressions: 100, position: 2 }),
    seen({ device: 'MOBILE', clicks: 1, impressions: 300, position: 6 }),
    seen({ query: null, clicks: 2, impressions: 50, position: 10 }),
    seen({
      date: ago(1),
      page: page('moon'),
      query: 'Moon phases',
      country: 'deu',
      clicks: 0,
      impressions: 7,
      position: 9.5,
    }),
  )
  await connectGoogle(on, { property })
  const range = { from: ago(5), to: yesterday }
  expect(await sync(range)).toMatchObject({ state: 'succeeded', result: { rows: 8, dataThrough: yesterday } })

  const days = await query({ dimensions: ['date'], ...range, orderBy: 'date' })
  expect(days).toMatchObject({ aggregationNote: 'totals', dataThrough: yesterday, total: 2 })
  expect(days.items).toEqual([
    { date: ago(1), clicks: 0, impressions: 7, ctr: 0, position: 9.5 },
    { date: yesterday, clicks: 7, impressions: 450, ctr: 7 / 450, position: (200 + 1800 + 500) / 450 },
  ])
  const queries = await query({ dimensions: ['query'], ...range })
  expect(queries.aggregationNote).toBe('queries')
  expect(queries.items).toEqual([
    { query: 'tides', clicks: 5, impressions: 400, ctr: 5 / 400, position: 5 },
    { query: 'Moon phases', clicks: 0, impressions: 7, ctr: 0, position: 9.5 },
  ])
  expect((await query({ dimensions: ['device', 'page'], ...range })).items).toMatchObject([
    { device: 'DESKTOP', page: page('tides'), clicks: 6, impressions: 150 },
    { device: 'MOBILE', page: page('tides'), clicks: 1 },
    { device: 'DESKTOP', page: page('moon') },
  ])
  // What the totals say counts, also where the pages of a day say something else.
  google.totals.set(yesterday, { clicks: 8, impressions: 500, position: 4 })
  await sync(range)
  expect((await query({ dimensions: ['date'], ...range })).items[0]).toEqual({
    date: yesterday,
    clicks: 8,
    impressions: 500,
    ctr: 8 / 500,
    position: 4,
  })
  // The same days again: nothing doubles.
  await sync(range)
  expect((await query({ dimensions: ['page'], ...range })).items.map(({ clicks }) => clicks)).toEqual([7, 0])
})

test.each([
  [{ dimension: 'query', operator: 'contains', expression: 'MOON' }, ['Moon phases']],
  [{ dimension: 'query', operator: 'notContains', expression: 'moon' }, ['tides', 'tide table']],
  [{ dimension: 'query', operator: 'equals', expression: 'Tides' }, ['tides']],
  [{ dimension: 'query', operator: 'notEquals', expression: 'tides' }, ['tide table', 'Moon phases']],
  [{ dimension: 'query', operator: 'includingRegex', expression: '\\btide\\b|^moon' }, ['tide table', 'Moon phases']],
  [{ dimension: 'query', operator: 'excludingRegex', expression: '^tides?' }, ['Moon phases']],
  [{ dimension: 'query', operator: 'includingRegex', expression: '(?i)TIDES' }, ['tides']],
  [{ dimension: 'query', operator: 'includingRegex', expression: '(?is)^(?i:MOON)' }, ['Moon phases']],
  [{ dimension: 'country', operator: 'equals', expression: 'DEU' }, ['Moon phases']],
  [{ dimension: 'date', operator: 'equals', expression: ago(1) }, ['Moon phases']],
  [{ dimension: 'page', operator: 'contains', expression: '/tides' }, ['tides', 'tide table']],
] as const)('a filter %o leaves %o', async (filter, left) => {
  google.rows.push(
    seen({ clicks: 9 }),
    seen({ query: 'tide table', clicks: 5 }),
    seen({ date: ago(1), page: page('moon'), query: 'Moon phases', country: 'deu', clicks: 1 }),
  )
  await connectGoogle(on, { property })
  await sync({ from: ago(2) })
  const { items } = await query({ dimensions: ['query'], from: ago(2), to: yesterday, filters: [filter] })
  expect(items.map((one) => one.query)).toEqual(left)
})

test.each(['(?i)(a+)+$', '(a+)+$', '(a|ab)*c', '(tides){2,}+(', '(?=x)y', '(a)\\1', '((ab)*)*', '(x{1,}y?)*'])(
  'the regular expression %s is refused',
  async (expression) => {
    await connectGoogle(on, { property })
    await expect(
      query({
        dimensions: ['query'],
        from: ago(2),
        to: yesterday,
        filters: [{ dimension: 'query', operator: 'includingRegex', expression }],
      }),
    ).rejects.toMatchObject({ code: 'validation_failed', details: [{ path: '/input/filters/0/expression' }] })
  },
)

test('what is not final yet is read again, and dataThrough is the day before it', async () => {
  google.rows.push(seen({ date: ago(4) }), seen({ date: ago(1) }), seen({}))
  google.incompleteFrom(ago(1))
  await connectGoogle(on, { property })
  expect((await sync({ from: ago(6) })).result).toMatchObject({ dataThrough: ago(2) })
  google.incompleteFrom(undefined)
  const before = google.requests.length
  expect((await sync()).result).toMatchObject({ rows: 6, dataThrough: yesterday })
  const asked = google.requests.slice(before).filter(({ path }) => path.endsWith('/query'))
  expect(asked.map(({ body }) => (JSON.parse(body.toString()) as { startDate: string }).startDate)[0]).toBe(ago(1))
  expect(asked).toHaveLength(6)
})

test('days without searches that were read are not asked for again, but for the last ten', async () => {
  google.rows.push(seen({ date: ago(20) }))
  await connectGoogle(on, { property })
  await sync({ from: ago(22), to: ago(18) })
  const daysOf = async () => {
    const before = google.requests.length
    const { result } = await sync()
    const asked = google.requests.slice(before).filter(({ path }) => path.endsWith('/query'))
    return { result, days: asked.length / 3 }
  }

  expect(await daysOf()).toMatchObject({ result: { dataThrough: ago(20) }, days: 20 })
  expect(await daysOf()).toMatchObject({ result: { dataThrough: ago(20) }, days: 10 })
})

test('a used up quota is waited for, and no day is asked for twice', async () => {
  google.rows.push(...daysBetween(ago(3), yesterday).map((date) => seen({ date })))
  await connectGoogle(on, { property })
  const isDay = (day: string) => (request: { path: string; body: Buffer }) =>
    request.path.endsWith('/query') && request.body.toString().includes(day)
  google.fail(isDay(ago(1)), { status: 429, retryAfter: '7' })
  const first = await sync({ from: ago(3) })
  expect(first).toMatchObject({ state: 'queued' })
  const { outbound } = await sharedParts()
  const before = google.requests.length
  await on.runJob(on.jobRunner(jobs, { fetch: outbound.fetch }), first.jobId)
  expect(await on.call(getJob, { jobId: first.jobId })).toMatchObject({ state: 'succeeded', result: { rows: 12 } })
  const asked = google.requests.slice(before).map(({ body }) => body.toString())
  expect(asked.some((body) => body.includes(ago(3)))).toBe(false)
})

test.each([
  ['0', 1000],
  ['999999999', 24 * 3600_000],
])(
  'a quota that asks for %s seconds is waited for neither without a pause nor for years',
  async (retryAfter, pauseMs) => {
    await connectGoogle(on, { property })
    google.fail(({ path }) => path.endsWith('/query'), { status: 429, retryAfter })
    const { jobId, state } = await sync({ from: ago(1) })

    const { in_ms: inMs } = await on.rows(({ db }) =>
      db
        .selectFrom('job')
        .select(sql<number>`(extract(epoch from due_at - updated_at) * 1000)::float8`.as('in_ms'))
        .where('id', '=', jobId)
        .executeTakeFirstOrThrow(),
    )
    expect([state, Math.round(inMs / 100) * 100]).toEqual(['queued', pauseMs])
  },
)

/** Runs a job that waits again, as a worker does when it is due. */
async function goOn(jobId: JobId) {
  const { outbound } = await sharedParts()
  await on.runJob(on.jobRunner(jobs, { fetch: outbound.fetch }), jobId)
  return on.call(getJob, { jobId })
}

async function isDue(jobId: JobId): Promise<boolean> {
  const { due_at: dueAt } = await on.rows(({ db }) =>
    db.selectFrom('job').select('due_at').where('id', '=', jobId).executeTakeFirstOrThrow(),
  )
  return dueAt.getTime() <= Date.now() + 1000
}

async function signInAgain(integrationId: IntegrationId) {
  const back = await agreeAtGoogle(on, { integrationId })
  await on.call(googleOAuthCallback, back, { confirm: true, ...on.inPerson() })
}

test('a sync that meets a permission taken back waits, and goes on once a person signs in again', async () => {
  const integrationId = await connectGoogle(on, { property })
  google.takeBack()
  const { jobId, state } = await sync({ from: ago(1) })
  expect([state, await isDue(jobId)]).toEqual(['queued', false])
  await expect(on.call(syncSearchConsole, {}, { confirm: true })).rejects.toMatchObject({ code: 'auth_expired' })
  expect((await query({ dimensions: ['query'], from: ago(1), to: yesterday })).items).toEqual([])

  google.rows.push(seen({}))
  await signInAgain(integrationId)

  expect(await isDue(jobId)).toBe(true)
  expect(await goOn(jobId)).toMatchObject({ state: 'succeeded', result: { dataThrough: yesterday } })
})

test('a sync that was queued when the credential was refused waits for another one', async () => {
  const integrationId = await connectGoogle(on, { property })
  const { jobId } = await on.call(syncSearchConsole, { from: ago(1) }, { confirm: true })
  await on.rows(({ db }) => db.updateTable('integration').set({ state: 'auth_expired' }).execute())
  expect(await goOn(jobId)).toMatchObject({ state: 'queued' })
  expect(await isDue(jobId)).toBe(false)

  await signInAgain(integrationId)

  expect(await isDue(jobId)).toBe(true)
  expect(await goOn(jobId)).toMatchObject({ state: 'succeeded' })
})

test('a sync that waited does not mix the searches of two properties', async () => {
  const id = await connectGoogle(on, { property })
  google.takeBack()
  const { jobId } = await sync({ from: ago(1) })
  await signInAgain(id)
  const other = { id, type: 'property' as const, externalId: 'sc-domain:example.org' }
  await on.call(selectIntegrationTarget, other, { confirm: true })

  expect(await goOn(jobId)).toMatchObject({ state: 'failed', error: { code: 'conflict' } })
})

test('nothing answers without a connection and a property', async () => {
  const from = { dimensions: ['query' as const], from: ago(2), to: yesterday }
  await expect(query(from)).rejects.toMatchObject({ code: 'not_connected' })
  await connectGoogle(on)
  await expect(on.call(getSearchConsoleSummary, {})).rejects.toMatchObject({ code: 'not_connected' })
  await connectGoogle(on, { property })
  await expect(query({ ...from, from: addDays(yesterday, -600) })).rejects.toMatchObject({ code: 'validation_failed' })
})

test('the summary compares with the equal period before', async () => {
  google.rows.push(
    seen({ clicks: 6, impressions: 60, position: 2 }),
    seen({ query: 'moon', page: page('moon'), clicks: 2, impressions: 40, position: 7 }),
    seen({ date: ago(7), clicks: 3, impressions: 50, position: 5 }),
  )
  await connectGoogle(on, { property })
  await sync({ from: ago(15) })
  expect(await on.call(getSearchConsoleSummary, { range: '7d', compare: true })).toMatchObject({
    from: ago(6),
    clicks: 8,
    impressions: 100,
    ctr: 0.08,
    position: 4,
    deltas: { clicks: 5, impressions: 50, position: -1 },
    topQueries: [{ query: 'tides', clicks: 6 }, { query: 'moon' }],
    topPages: [{ page: page('tides') }, { page: page('moon') }],
    dataThrough: yesterday,
  })
  expect((await on.call(getSearchConsoleSummary, {})).deltas).toBeNull()
})

test('opportunities name their rule, their worth and the call that answers them', async () => {
  const item = async (title: string, more = {}) =>
    (
      await on.call(
        createItem,
        { collectionId: 'articles', title, content: 'Text.', status: 'published', ...more },
        { confirm: true },
      )
    ).item
  const tides = await item('Tides', { primaryKeyword: 'tides' })
  const moon = await item('Moon', { secondaryKeywords: ['phases of the moon'] })
  const at = (position: number, ctr: number, more: Partial<Seen>) =>
    seen({ date: ago(3), position, impressions: 200, clicks: Math.round(200 * ctr), ...more })
  google.rows.push(
    at(3, 0.1, { query: 'tides' }),
    at(3, 0.2, { query: 'high tide', page: page('moon') }),
    at(3, 0.02, { query: 'low tide', page: page('moon') }),
    at(8, 0.05, { query: 'moon phase', page: page('moon') }),
    at(21, 0, { query: 'far away' }),
    seen({ date: ago(3), query: 'seldom', impressions: 99, position: 6, clicks: 0 }),
    seen({ date: ago(40), page: page('tides'), query: null, impressions: 500, clicks: 100 }),
  )
  await connectGoogle(on, { property })
  await sync({ from: ago(60) })
  const kind = (name: 'striking_distance' | 'ctr_gap' | 'decay' | 'no_page') =>
    on.call(listSearchOpportunities, { kind: name })

  expect((await kind('striking_distance')).items).toEqual([
    {
      itemId: moon.id,
      query: 'moon phase',
      page: page('moon'),
      clicks: 10,
      impressions: 200,
      position: 8,
      expectedClicks: 20,
      rule: 'striking_distance',
      action: { operation: 'suggestInternalLinks', input: { id: moon.id, direction: 'in' }, complete: false },
    },
  ])
  expect((await kind('ctr_gap')).items).toMatchObject([
    {
      query: 'low tide',
      expectedClicks: 20,
      action: {
        operation: 'generateItemMetadata',
        input: { id: moon.id, fields: ['seoTitle', 'metaDescription'] },
        complete: false,
      },
    },
  ])
  expect((await kind('decay')).items).toMatchObject([
    {
      itemId: tides.id,
      page: page('tides'),
      clicks: 20,
      expectedClicks: 100,
      action: { operation: 'getWritingBrief', input: { itemId: tides.id } },
    },
  ])
  const open = (await kind('no_page')).items
  expect(open.map((one) => [one.query, one.expectedClicks]).toSorted()).toEqual([
    ['far away', 20],
    ['high tide', 20],
    ['low tide', 20],
  ])
  const action = open.find((one) => one.query === 'high tide')?.action
  expect(action).toMatchObject({ operation: 'createBlogTopic', complete: true })
  expect(await on.call(createBlogTopic, action?.input as never, { confirm: true })).toMatchObject({
    topic: { topic: 'high tide', primaryKeyword: 'high tide' },
  })
})

test('a query that two pages compete for names both, and offers a merge only of true duplicates', async () => {
  const body =
    'High water comes twice a day because the moon pulls the sea, and low water follows six hours later. '.repeat(8)
  const make = async (title: string, more = {}) =>
    (
      await on.call(
        createItem,
        { collectionId: 'articles', title, content: body, status: 'published', ...more },
        { confirm: true },
      )
    ).item
  const [tides, again] = [await make('Tides'), await make('Why tides come', { slug: 'again' })]
  await make('Harbour fees', {
    slug: 'fees',
    content: 'What a boat pays in a harbour for a night, by length and season.',
  })
  google.rows.push(
    seen({ date: ago(2), impressions: 60, clicks: 6 }),
    seen({ date: ago(2), page: page('again'), impressions: 40, clicks: 9 }),
    seen({ date: ago(1), page: page('again'), impressions: 80, clicks: 1 }),
    seen({ date: yesterday, impressions: 20, clicks: 1 }),
    seen({ query: 'harbour', page: page('fees'), impressions: 60, clicks: 2 }),
    seen({ query: 'harbour', impressions: 40, clicks: 1 }),
    seen({ query: 'alone', impressions: 900 }),
    seen({ query: 'few', impressions: 20 }),
    seen({ query: 'few', page: page('fees'), impressions: 20 }),
  )
  await connectGoogle(on, { property })
  await sync({ from: ago(5) })
  const { items, total } = await on.call(listQueryCannibalization, { range: '28d' })
  expect(total).toBe(2)
  expect(items).toMatchObject([
    {
      query: 'tides',
      impressions: 200,
      clicks: 17,
      flipCount: 2,
      pages: [
        { page: page('again'), itemId: again.id, share: 0.6, clicks: 10 },
        { page: page('tides'), itemId: tides.id, share: 0.4, clicks: 7 },
      ],
      action: {
        operation: 'consolidateItems',
        input: { winnerId: again.id, duplicateIds: [tides.id] },
        complete: false,
      },
    },
    { query: 'harbour', flipCount: 0, action: null },
  ])
  expect((await on.call(listQueryCannibalization, { minImpressions: 10, search: 'few' })).items).toMatchObject([
    { query: 'few' },
  ])
})

test('searches of a former address are those of the item that moved', async () => {
  const given = { collectionId: 'articles', title: 'Tides', content: 'x', status: 'published' as const }
  const { id } = (await on.call(createItem, given, { confirm: true })).item
  await on.call(updateItem, { id, slug: 'ebb' }, { confirm: true })
  google.rows.push(
    seen({ date: ago(1), clicks: 2, impressions: 60, position: 8 }),
    seen({ date: yesterday, page: page('ebb'), clicks: 3, impressions: 140, position: 8 }),
    seen({ date: ago(30), clicks: 50, impressions: 200 }),
    seen({ date: ago(2), query: 'moon', clicks: 1, impressions: 100, position: 9 }),
  )
  await connectGoogle(on, { property })
  await sync({ from: ago(40) })

  const { items } = await on.call(getContentAnalytics, {})
  const byDay = await on.call(getContentAnalytics, { groupBy: 'day', range: '7d', itemId: id })
  const byCollection = await on.call(getContentAnalytics, { groupBy: 'collection' })
  const opportunities = async (kind: 'striking_distance' | 'decay') =>
    (await on.call(listSearchOpportunities, { kind })).items.map((one) => [one.query, one.page, one.itemId])

  expect(items).toMatchObject([{ itemId: id, clicks: 6, impressions: 300, decay: -0.88 }])
  expect(byDay.items.map(({ clicks }) => clicks ?? 0).reduce((sum, one) => sum + one)).toBe(6)
  expect(byCollection.items.find(({ clicks }) => clicks === 6)).toBeDefined()
  expect(await opportunities('striking_distance')).toContainEqual(['moon', page('tides'), id])
  expect(await opportunities('decay')).toEqual([])
  expect((await on.call(listQueryCannibalization, {})).items).toEqual([])
})

test('the index is asked in order, only within the property, and within the daily quota', async () => {
  const { item } = await on.call(
    createItem,
    { collectionId: 'articles', title: 'Tides', status: 'published', content: 'x' },
    { confirm: true },
  )
  await connectGoogle(on, { property })
  const inspect = (input: object, more = {}) => on.call(inspectIndexStatus, input, { confirm: true, ...more })
  expect(await inspect({ urls: [page('moon'), page('tides')] })).toEqual({
    results: [
      {
        url: page('moon'),
        verdict: 'PASS',
        coverageState: 'Submitted and indexed',
        googleCanonical: page('moon'),
        userCanonical: page('moon'),
        lastCrawlTime: '2026-01-02T03:04:05Z',
      },
      expect.objectContaining({ url: page('tides'), itemId: item.id }),
    ],
    quotaLeft: 1998,
  })
  expect(await inspect({ itemIds: [item.id] })).toMatchObject({ results: [{ url: page('tides') }], quotaLeft: 1997 })
  await expect(inspect({ urls: ['https://elsewhere.example.com/'] })).rejects.toMatchObject({ code: 'url_not_allowed' })
  google.fail(({ body }) => body.includes('/tides'), { status: 429, retryAfter: '7' })
  await expect(inspect({ urls: [page('moon'), page('tides')] })).rejects.toMatchObject({ code: 'unavailable' })
  expect(await inspect({ urls: [page('moon')] })).toMatchObject({ quotaLeft: 1995 })
  await on.rows(({ db }) => db.updateTable('search_inspection').set({ n: 2000 }).execute())
  await expect(inspect({ urls: [page('moon')] })).rejects.toMatchObject({ code: 'unavailable' })
})

test('content analytics and the dashboard show searches beside views', async () => {
  const author = (await on.call(createAuthor, { collectionId: 'articles', name: 'Desk' }, { confirm: true })).author.id
  const given = {
    collectionId: 'articles',
    title: 'Tides',
    content: 'x',
    status: 'published' as const,
    authorIds: [author],
  }
  const { item } = await on.call(createItem, given, { confirm: true })
  const analytics = (input = {}) => on.call(getContentAnalytics, input)
  expect((await analytics()).items).toMatchObject([{ itemId: item.id, clicks: null, decay: null }])
  expect((await on.call(getDashboard, {})).gscTotals).toBeNull()
  google.rows.push(
    // The search engine may name an address with a slash at its end.
    seen({ date: ago(1), page: `${page('tides')}/`, clicks: 3, impressions: 30, position: 4 }),
    seen({ date: ago(30), clicks: 6, impressions: 60 }),
    seen({ date: ago(1), page: page('elsewhere'), clicks: 50, impressions: 70 }),
  )
  google.incompleteFrom(yesterday)
  await connectGoogle(on, { property })
  await sync({ from: ago(40) })
  const figures = { clicks: 3, impressions: 30, ctr: 0.1, position: 4, decay: -0.5 }
  expect((await analytics()).items).toMatchObject([{ itemId: item.id, ...figures }])
  expect((await analytics({ groupBy: 'author' })).items).toMatchObject([{ authorId: author, ...figures }])
  expect((await analytics({ groupBy: 'collection' })).items.find(({ clicks }) => clicks === 3)).toMatchObject(figures)
  const days = (await analytics({ groupBy: 'day', range: '7d' })).items
  expect(days.find(({ date }) => date === ago(1))).toMatchObject({ clicks: 53, impressions: 100 })
  expect(days.find(({ date }) => date === ago(2))).toMatchObject({ clicks: 0, position: null })
  expect(days.filter(({ date = '' }) => date > ago(1)).every(({ clicks }) => clicks === null)).toBe(true)
  const ofItem = (await analytics({ groupBy: 'day', range: '7d', itemId: item.id })).items
  expect(ofItem.find(({ date }) => date === ago(1))).toMatchObject({
    clicks: 3,
    impressions: 30,
    ctr: 0.1,
    position: 4,
  })
  expect(ofItem.find(({ date }) => date === ago(2))).toMatchObject({ clicks: 0, impressions: 0, position: null })
  expect(ofItem.filter(({ date = '' }) => date > ago(1)).map(({ clicks }) => clicks)).not.toContain(0)
  const { gscTotals, previous } = await on.call(getDashboard, { compare: true })
  expect(gscTotals).toMatchObject({ clicks: 53, impressions: 100, ctr: 0.53, dataThrough: ago(1) })
  expect(previous?.gscTotals).toMatchObject({ clicks: 6, impressions: 60 })
})
