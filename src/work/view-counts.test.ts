import { beforeAll, expect, test } from 'vitest'

import { AnswerCache } from '#faces/content-api/answer-cache.ts'
import { createContentApi } from '#faces/content-api/content-api.ts'
import { limitPerAddress } from '#faces/content-api/limit-per-address.ts'
import { silentLog } from '#kernel/log.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import { organizationWithContent } from '#test/content-stage.ts'
import { testDatabase } from '#test/shared-parts.ts'

import { countViews } from './view-counts.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const evening = Date.parse('2026-03-01T22:59:59Z')

async function counted(on: Pick<TenantDatabase, 'forOrganization'> = database) {
  const own = await organizationWithContent(database, { timezone: 'Europe/Berlin' })
  const itemId = await own.item('ink')
  const clock = { now: evening }
  const open = () => countViews({ database: on, log: silentLog, everyMs: 3_600_000, now: () => clock.now })
  const counts = open()
  const api = createContentApi({
    database,
    baseUrl: () => 'https://cms.example',
    log: silentLog,
    cache: new AnswerCache({ bytes: 1_000_000, isShared: false }),
    fetched: counts.fetched,
  })
  return {
    own,
    api,
    itemId,
    clock,
    counts,
    open,
    async get(path: string, headers: Record<string, string> = {}, method = 'GET') {
      const request = { method, url: `/v1/${own.id}${path}`, headers: { 'user-agent': browser, ...headers } }
      return api.ready(request) ?? (await api.reply(request))
    },
    views: () =>
      own.write(async ({ db }) => {
        const rows = await db
          .selectFrom('item_view')
          .select(['item_id', 'day', 'caller', 'n'])
          .orderBy('day')
          .orderBy('caller')
          .execute()
        return rows.map((row) => [row.item_id, row.day, row.caller, Number(row.n)])
      }),
    hits: () =>
      own.write(async ({ db }) => {
        const rows = await db.selectFrom('crawler_hit').select(['bot', 'n']).orderBy('bot').execute()
        return rows.map((row) => [row.bot, Number(row.n)])
      }),
  }
}

test('only fetches of one published item are views, from the cache or not', async () => {
  const { get, counts, views, itemId } = await counted()
  const first = await get('/articles/ink')
  const etag = 'head' in first ? '' : (first.headers['ETag'] ?? '')

  await get('/articles/ink')
  await get(`/posts/${itemId}`)
  expect((await get('/articles/ink', { 'if-none-match': etag })).status).toBe(304)
  await get('/articles')
  await get('/articles/none')
  await get('/articles/ink', {}, 'HEAD')
  await get('/articles/ink?status=all')
  await counts.stop()
  await get('/articles/ink')

  expect(await views()).toEqual([[itemId, '2026-03-01', 'human', 4]])
})

test('bots are counted on every path, and the visitor that a website names goes first', async () => {
  const { get, counts, views, hits, itemId } = await counted()

  await get('/articles', { 'user-agent': 'GPTBot/1.2' })
  await get('/llms.txt', { 'user-agent': 'GPTBot/1.2' })
  await get('/articles/none', { 'user-agent': 'GPTBot/1.2' })
  await get('/articles/ink', {
    'user-agent': 'node',
    'x-visitor-user-agent': 'Mozilla/5.0 (compatible; ClaudeBot/1.0)',
  })
  await get('/articles/ink', { 'user-agent': 'node' })
  await counts.flush()

  expect(await hits()).toEqual([
    ['ClaudeBot', 1],
    ['GPTBot', 2],
  ])
  expect(await views()).toEqual([
    [itemId, '2026-03-01', 'ClaudeBot', 1],
    [itemId, '2026-03-01', 'other', 1],
  ])
})

test('what the limit of an address refuses is no view', async () => {
  const { get, api, counts, views, itemId, own } = await counted()
  const limited = limitPerAddress({ face: api.reply, ready: api.ready }, { limiter: memoryLimiter(), perMinute: 2 })
  await get('/articles/ink')
  const request = {
    method: 'GET',
    url: `/v1/${own.id}/articles/ink`,
    headers: { 'user-agent': browser },
    address: '192.0.2.1',
  }

  const answers = [limited.ready(request), limited.ready(request), limited.ready(request)]
  await counts.flush()

  expect(answers.map((answer) => answer?.status)).toEqual([200, 200, undefined])
  expect(await views()).toEqual([[itemId, '2026-03-01', 'human', 3]])
})

test('nodes add up, days are those of the organization, and what waits for the database is not lost', async () => {
  let isAway = true
  const { get, counts, open, views, itemId, clock, own } = await counted({
    forOrganization: (...of) => (isAway ? Promise.reject(new Error('away')) : database.forOrganization(...of)),
  })
  await get('/articles/ink')
  clock.now = evening + 1000
  await get('/articles/ink')

  await counts.flush()
  isAway = false
  const other = open()
  other.fetched({ organizationId: own.id, itemId, userAgent: browser })
  other.fetched({ organizationId: own.id, itemId: 'item_gone', userAgent: browser })
  await Promise.all([counts.flush(), other.flush()])

  expect(await views()).toEqual([
    [itemId, '2026-03-01', 'human', 1],
    [itemId, '2026-03-02', 'human', 2],
  ])
})
