import { Readable } from 'node:stream'

import { beforeAll, expect, test } from 'vitest'

import { getContentAnalytics } from '#areas/analytics/operations/get-content-analytics.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { silentLog } from '#kernel/log.ts'
import { visitsOf } from '#platform/database/visits.ts'
import { memoryLimiter } from '#platform/limiter/memory.ts'
import { stage } from '#test/stage.ts'
import { countViews } from '#work/view-counts.ts'

import { createCollectFace } from './collect.ts'

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const origin = 'https://www.tides.example'

type Sent = {
  method?: string
  headers?: Record<string, string | undefined>
  body?: string
  address?: string
  id?: string
}

/** A website with one published article at `/articles/tides`, whose pages may report. */
async function website({ collectViews = true } = {}) {
  const on = await stage()
  await on.call(
    updateOrganizationSettings,
    { siteUrl: 'https://tides.example', collectViews },
    { confirm: collectViews },
  )
  const publish = async (title: string, more = {}) =>
    (
      await on.call(
        createItem,
        { collectionId: 'articles' as never, title, content: 'Water.', status: 'published', ...more },
        { confirm: true },
      )
    ).item.id
  const itemId = await publish('Tides')
  const counts = countViews({ database: on.database, log: silentLog, everyMs: 3_600_000 })
  const face = createCollectFace({
    visits: visitsOf(on.database),
    limiter: memoryLimiter(),
    baseUrl: () => 'https://cms.example',
    reported: counts.reported,
    log: silentLog,
  })
  const own = on.access.organization.id
  const send = (path: string, { method = 'GET', headers = {}, body = '', address = '192.0.2.1' }: Sent) =>
    face({ method, url: path, headers, headersDistinct: {}, body: Readable.from([Buffer.from(body)]), address })
  return {
    ...on,
    itemId,
    publish,
    counts,
    own,
    send,
    script: (headers: Sent['headers'] = {}) => send(`/collect/${own}.js`, { headers }),
    report: ({ headers, body = '{"path":"/articles/tides"}', id = own, ...more }: Sent = {}) =>
      send(`/collect/${id}`, { method: 'POST', headers: { origin, 'user-agent': browser, ...headers }, body, ...more }),
    async views(of = itemId) {
      await counts.flush()
      const { items } = await on.call(getContentAnalytics, { itemId: of as never })
      const [{ viewsHuman, viewsOther, viewsAiBots } = { viewsHuman: -1, viewsOther: -1, viewsAiBots: {} }] = items
      return { people: viewsHuman, others: viewsOther, bots: viewsAiBots }
    },
  }
}

test('without the setting there is no script, and what is reported counts for nothing', async () => {
  const { script, report, views } = await website({ collectViews: false })

  expect((await script()).status).toBe(404)
  expect((await report()).status).toBe(204)

  expect(await views()).toEqual({ people: 0, others: 0, bots: {} })
})

test('the script is small, kept by browsers, and may be loaded by any website', async () => {
  const { script, own, send } = await website()

  const { status, headers, body } = await script()

  expect(status).toBe(200)
  expect(Buffer.byteLength(String(body))).toBeLessThanOrEqual(1000)
  expect(String(body)).toContain(`"https://cms.example/collect/${own}"`)
  expect(headers).toMatchObject({
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'public, max-age=3600',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  expect((await script({ 'if-none-match': headers['ETag'] })).status).toBe(304)
  expect((await script({ 'if-none-match': `W/${headers['ETag']}` })).status).toBe(304)
  expect((await send(`/collect/${own}.js`, { method: 'POST' })).status).toBe(405)
  expect((await send(`/collect/org_none.js`, {})).status).toBe(404)
})

test('a view is counted by who looks, at its item', async () => {
  const { report, views } = await website()

  await report()
  await report({ headers: { origin: 'https://tides.example' }, body: '{"path":"/articles/tides/?utm_source=x#part"}' })
  await report({ headers: { 'user-agent': 'Mozilla/5.0 (compatible; GPTBot/1.2)' } })
  await report({ headers: { 'user-agent': 'Mozilla/5.0 HeadlessChrome/140' } })

  expect(await views()).toEqual({ people: 2, others: 1, bots: { GPTBot: 1 } })
})

test('a page is found by its canonical address', async () => {
  const { report, views, call, itemId } = await website()
  await call(updateItem, { id: itemId as never, canonicalUrl: 'https://tides.example/the-tides' }, { confirm: true })

  await report({ headers: { origin: 'https://tides.example' }, body: '{"path":"/the-tides"}' })

  expect(await views()).toMatchObject({ people: 1 })
})

const elsewhere: [string, Sent][] = [
  ['a host that is not its own', { headers: { origin: 'https://evil.example' } }],
  ['a host that begins like its own', { headers: { origin: 'https://tides.example.evil.example' } }],
  ['no origin', { headers: { origin: undefined } }],
  ['an opaque origin', { headers: { origin: 'null' } }],
  ['an origin with a path', { headers: { origin: 'https://tides.example/articles' } }],
  ['an origin with credentials', { headers: { origin: 'https://evil.example@tides.example' } }],
  ['somebody who does not want to be tracked', { headers: { dnt: '1' } }],
  ['somebody who wants privacy', { headers: { 'sec-gpc': '1' } }],
  ['a page that is not an item', { body: '{"path":"/about"}' }],
  ['a draft', { body: '{"path":"/articles/draft"}' }],
  ['a path that leads elsewhere', { body: '{"path":"@evil.example/articles/tides"}' }],
  ['two slashes', { body: '{"path":"//tides.example/articles/tides"}' }],
  ['no path', { body: '{"url":"/articles/tides"}' }],
  ['a path that is no text', { body: '{"path":["/articles/tides"]}' }],
  ['a list', { body: '[]' }],
  ['no JSON', { body: '{"path":"/articles/tides"' }],
  ['nothing', { body: '' }],
  ['NUL', { body: '{"path":"/articles/tides\\u0000"}' }],
  ['NUL as a percent sequence', { body: '{"path":"/articles/tides%00"}' }],
  ['a percent sequence that is cut off', { body: '{"path":"/articles/tides%E2%9"}' }],
  ['a lone surrogate', { body: '{"path":"/articles/tides\\ud800"}' }],
  ['a path that is too long', { body: JSON.stringify({ path: `/articles/tides?${'a'.repeat(3000)}` }) }],
  ['a body that is too large', { body: JSON.stringify({ path: '/articles/tides', more: 'a'.repeat(70_000) }) }],
  ['another organization', { id: 'org_01jz0000000000000000000000' }],
  ['no organization', { id: 'nobody' }],
]

test.each(elsewhere)(
  '%s is answered like any report, and not counted, nor does it hold up others',
  async (_case, sent) => {
    const { report, views, call } = await website()
    await call(createItem, { collectionId: 'articles' as never, title: 'Draft', content: 'Not yet.' })

    const { status, body } = await report(sent)
    await report()

    expect([status, body]).toEqual([204, null])
    expect(await views()).toEqual({ people: 1, others: 0, bots: {} })
  },
)

test('sixty reports of a network count in a minute, and others are not held up', async () => {
  const { report, views } = await website()

  for (let n = 0; n < 70; n++) expect((await report({ address: `2001:db8::${(n + 1).toString(16)}` })).status).toBe(204)
  await report({ address: '2001:db8:0:1::1' })

  expect(await views()).toMatchObject({ people: 61 })
})

test('what nobody has an article for cannot crowd out other organizations', async () => {
  const [noisy, quiet] = [await website(), await website()]
  const { reported } = noisy.counts
  for (let n = 0; n < 12_000; n++)
    reported({ organizationId: noisy.own, address: `${origin}/made-up/${n}`, userAgent: browser })

  reported({ organizationId: quiet.own, address: `${origin}/articles/tides`, userAgent: browser })
  await noisy.counts.flush()

  expect(await quiet.views()).toMatchObject({ people: 1 })
})

let reporting: Awaited<ReturnType<typeof website>>
beforeAll(async () => {
  reporting = await website()
})

test('an item whose page reports has those views, another one those of the Content API, and none their sum', async () => {
  const { publish, counts, report, views, own, itemId, call } = reporting
  const fetchedOnly = await publish('Moon')
  for (const id of [itemId, itemId, fetchedOnly]) counts.fetched({ organizationId: own, itemId: id, userAgent: 'node' })
  await report()

  expect(await views()).toEqual({ people: 1, others: 0, bots: {} })
  expect(await views(fetchedOnly)).toEqual({ people: 0, others: 1, bots: {} })
  const days = await call(getContentAnalytics, { groupBy: 'day', range: '7d' })
  expect(days.items.at(-1)).toMatchObject({ viewsHuman: 1, viewsOther: 1 })
})
