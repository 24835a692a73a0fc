import { expect, test } from 'vitest'

import { getJob } from '#areas/jobs/operations/get-job.ts'
import { siteAudit } from '#areas/site-audit/jobs/site-audit.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { listSiteAuditPages } from '#areas/site-audit/operations/list-site-audit-pages.ts'
import { listSiteAuditRuns } from '#areas/site-audit/operations/list-site-audit-runs.ts'
import { startSiteAudit } from '#areas/site-audit/operations/start-site-audit.ts'

import { type AuditStage, openSite, cleanPage, type Site } from './test-site.ts'

async function pagesOf(on: AuditStage, runId?: string) {
  const { items } = await on.call(listSiteAuditPages, { pageSize: 100, ...(runId === undefined ? {} : { runId }) })
  return items.map((page) => ({ ...page, path: page.url.slice(on.url.length) }))
}

test('a site is crawled from its start, with sitemap, redirects and robots.txt', async () => {
  const on = await openSite({
    '/': cleanPage(0, {
      path: '/',
      body: '<a href="/p1?utm_source=x">1</a><a href="/old" rel="nofollow">old</a><a href="/secret/a">s</a><a href="https://b.example/">b</a>',
    }),
    '/p1': cleanPage(1, { body: '<a href="/">home</a><a href="/gone">gone</a>' }),
    '/old': { status: 301, headers: { location: '/older' } },
    '/older': { status: 302, headers: { location: '/p2' } },
    '/p2': cleanPage(2),
    '/p3': cleanPage(3),
    '/file.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF' },
    '/robots.txt': {
      headers: { 'content-type': 'text/plain' },
      body: 'User-agent: *\nDisallow: /secret\nSitemap: {base}/map.xml',
    },
    '/map.xml': {
      headers: { 'content-type': 'application/xml' },
      body: '<urlset><url><loc>{base}/p3</loc></url><url><loc>{base}/file.pdf</loc></url></urlset>',
    },
  })

  const { runId, jobId } = await on.audit()

  expect(await on.call(getJob, { jobId })).toMatchObject({ state: 'succeeded', result: { runId } })
  expect(
    (await pagesOf(on)).map(({ path, status, depth, indexable, blockedByRobots }) => [
      path,
      status,
      depth,
      indexable,
      blockedByRobots,
    ]),
  ).toEqual([
    ['/', 200, 0, true, false],
    ['/file.pdf', 200, null, false, false],
    ['/gone', 404, 2, false, false],
    ['/old', 301, 1, false, false],
    ['/older', 302, 1, false, false],
    ['/p1', 200, 1, true, false],
    ['/p2', 200, 1, true, false],
    ['/p3', 200, null, true, false],
    ['/secret/a', null, 1, false, true],
  ])
  expect(on.requests.filter(({ path }) => path === '/robots.txt')).toHaveLength(1)
  expect(on.requests.filter(({ path }) => path.startsWith('/secret'))).toEqual([])
  expect(on.requests[0]?.userAgent).toMatch(/^Masthead\/\d+\.\d+\.\d+\S* \(site audit; \+https:\/\/masthead\.test\)$/)
  expect((await on.call(listSiteAuditRuns, {})).items).toMatchObject([
    { id: runId, state: 'succeeded', pages: { requested: 8 }, truncated: false },
  ])
})

test('a failure is asked for once more at the end, and the second answer counts', async () => {
  let attempts = 0
  const on = await openSite({
    '/': cleanPage(0, { path: '/', body: '<a href="/flaky">f</a><a href="/broken">b</a><a href="/dead">d</a>' }),
    '/flaky': () => (++attempts === 1 ? { status: 503 } : cleanPage(1, { path: '/flaky' })),
    '/broken': { status: 500 },
    '/dead': { status: 0 },
  })

  await on.audit()

  expect((await pagesOf(on)).map(({ path, status, error }) => [path, status, error])).toEqual([
    ['/', 200, null],
    ['/broken', 500, null],
    ['/dead', null, 'unreachable'],
    ['/flaky', 200, null],
  ])
  expect(on.requests.filter(({ path }) => path === '/broken')).toHaveLength(2)
})

test('a slow page that is asked again for its time keeps its first answer', async () => {
  let attempts = 0
  const on = await openSite({
    '/': cleanPage(0, { path: '/', body: '<a href="/p1">1</a>' }),
    '/p1': () =>
      ++attempts === 1
        ? { body: cleanPage(1, { body: '<a href="/p2">2</a>' }), delayMs: 900 }
        : { status: 503, body: 'Busy' },
    '/p2': cleanPage(2),
  })

  await on.audit()

  expect(attempts).toBe(2)
  expect((await pagesOf(on)).map(({ path, status, outlinks }) => [path, status, outlinks])).toEqual([
    ['/', 200, 1],
    ['/p1', 200, 1],
    ['/p2', 200, 0],
  ])
  expect((await on.call(listSiteAuditIssues, {})).items.map(({ ruleCode }) => ruleCode)).toContain('slow_ttfb')
})

test('of a slow page the lower of two times counts', async () => {
  let attempts = 0
  const on = await openSite({
    '/': () => ({ body: cleanPage(0, { path: '/' }), delayMs: ++attempts === 1 ? 900 : 0 }),
  })

  await on.audit()

  const [page] = await pagesOf(on)
  expect(page?.ttfbMs).toBeLessThan(800)
  expect((await on.call(listSiteAuditIssues, { ruleCode: 'slow_ttfb' })).items).toEqual([])
})

test('a start that does not answer fails the run at once', async () => {
  const on = await openSite({ '/': { status: 0 }, '/robots.txt': { status: 404 } })

  const { jobId } = await on.audit()

  expect(await on.call(getJob, { jobId })).toMatchObject({ state: 'failed', error: { code: 'upstream_failed' } })
  expect((await on.call(listSiteAuditRuns, {})).items).toMatchObject([
    { state: 'failed', error: { code: 'upstream_failed' }, healthScore: null },
  ])
})

test('folders within themselves and endless queries are left out and counted', async () => {
  const many = Array.from({ length: 250 }, (_, n) => `<a href="/list?page=${n}">${n}</a>`).join('')
  const on = await openSite({
    '/': cleanPage(0, { path: '/', body: `${many}<a href="/a/a/a/a/a/a/">a</a><a href="/a/a/a/a/a/">b</a>` }),
  })

  await on.audit()

  expect((await on.call(listSiteAuditRuns, {})).items[0]).toMatchObject({
    skipped: { traps: 51 },
    pages: { requested: 202 },
  })
})

const endless: Site = Object.fromEntries(
  Array.from({ length: 40 }, (_, n) => [`/e/${n}`, { status: 302, headers: { location: `/e/${n + 1}` } }]),
)
const hopsAsked = (on: AuditStage) => [
  ...new Set(on.requests.map(({ path }) => path).filter((path) => path.startsWith('/e/'))),
]

test('redirects without an end are followed ten times, and are one loop', async () => {
  const on = await openSite({ ...endless, '/': cleanPage(0, { path: '/', body: '<a href="/e/1">Endless</a>' }) })

  await on.audit()

  expect(hopsAsked(on)).toEqual(Array.from({ length: 11 }, (_, n) => `/e/${n + 1}`))
  const { items } = await on.call(listSiteAuditIssues, { ruleCode: 'redirect_loop' })
  expect(items.map(({ url }) => url)).toEqual([`${on.url}/e/1`])
  expect((await on.call(listSiteAuditRuns, {})).items[0]).toMatchObject({
    truncated: false,
    pages: { requested: 12, counted: 2 },
  })
})

test('redirects are counted on by the next worker', async () => {
  const on = await openSite({ ...endless, '/': cleanPage(0, { path: '/', body: '<a href="/e/1">Endless</a>' }) })
  const { jobId } = await on.call(startSiteAudit, { scope: 'full' }, { confirm: true })
  let left = 8
  const dying = on.jobRunner([siteAudit], {
    fetch: (address, rules) => (left-- > 0 ? on.outbound.fetch(address, rules) : new Promise(() => undefined)),
  })
  void on.runJob(dying, jobId)
  await expect.poll(() => left).toBeLessThanOrEqual(0)

  await on.runJob(on.jobRunner([siteAudit], { fetch: on.outbound.fetch }), jobId)

  expect(hopsAsked(on)).toHaveLength(11)
})

test('a link in the middle of a chain lets it be followed further', async () => {
  let attempts = 0
  const on = await openSite({
    ...endless,
    '/': cleanPage(0, { path: '/', body: '<a href="/e/1">Endless</a><a href="/p1">1</a>' }),
    '/p1': () => (++attempts === 1 ? { status: 503 } : cleanPage(1, { body: '<a href="/e/5">Later</a>' })),
  })

  await on.audit()

  expect(hopsAsked(on)).toHaveLength(15)
})
