import { afterEach, expect, test } from 'vitest'

import { getSiteAuditPage } from '#areas/site-audit/operations/get-site-audit-page.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { listening } from '#test/listening.ts'

import { auditStage, cleanPage } from './test-site.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
})

test('a host of others is asked once a second, for the second request to an address too', async () => {
  const requests: { method: string | undefined; at: number }[] = []
  const elsewhere = await listening(
    ({ method }, response) => {
      requests.push({ method, at: performance.now() })
      response.writeHead(method === 'HEAD' ? 405 : 200).end()
    },
    { host: '127.0.0.2' },
  )
  const on = await auditStage({
    '/': cleanPage(0, { path: '/', body: `<a href="${elsewhere.url}/there">There</a> <a href="/next">Next</a>` }),
    '/next': cleanPage(1, { path: '/next' }),
  })
  opened.push(elsewhere, on)

  await on.audit()

  const [head, get] = requests
  expect(requests.map(({ method }) => method)).toEqual(['HEAD', 'GET'])
  expect((get?.at ?? 0) - (head?.at ?? 0)).toBeGreaterThan(900)
  const start = await on.call(getSiteAuditPage, { url: `${on.url}/` })
  const fetchedAt = start.page.lastCrawledAt
  expect(start.outlinks.map(({ status, untrusted }) => [status, untrusted])).toEqual([
    [200, { source: `${on.url}/`, fetchedAt, anchor: 'There' }],
    [200, { source: `${on.url}/`, fetchedAt, anchor: 'Next' }],
  ])
  const { inlinks } = await on.call(getSiteAuditPage, { url: `${on.url}/next` })
  expect(inlinks).toEqual([
    { url: `${on.url}/`, nofollow: false, untrusted: { source: `${on.url}/`, fetchedAt, anchor: 'Next' } },
  ])
})

test('a run of some pages says what their links answered', async () => {
  const on = await auditStage({
    '/': cleanPage(0, { path: '/', body: '<a href="/next">Next</a> <a href="/gone">Gone</a>' }),
    '/next': cleanPage(1, { path: '/next' }),
  })
  opened.push(on)

  const { runId } = await on.audit('urls', ['/'])

  const { outlinks } = await on.call(getSiteAuditPage, { url: `${on.url}/`, runId })
  expect(outlinks.map(({ url, status }) => [url.slice(on.url.length), status])).toEqual([
    ['/next', 200],
    ['/gone', 404],
  ])
})

// site-audit.md#two-attempts-or-none
test('a link is broken after two attempts, and a host that two links did not reach is left alone', async () => {
  const asked: string[] = []
  const silent = await listening(
    ({ url, socket }) => {
      asked.push(url ?? '')
      socket.destroy()
    },
    { host: '127.0.0.2' },
  )
  const links = ['/a', '/b', '/c', '/d'].map((path) => `<a href="${silent.url}${path}">To ${path}</a>`).join(' ')
  const on = await auditStage({ '/': cleanPage(0, { path: '/', body: links }) })
  opened.push(silent, on)

  await on.audit()

  const { items } = await on.call(listSiteAuditIssues, { ruleCode: 'broken_external_link' })
  const broken = ['/a', '/b', '/c'].map((path) => ({ url: `${silent.url}${path}`, status: null }))
  expect(items.map(({ evidence }) => evidence)).toEqual([{ links: broken, count: 3 }])
  expect(asked.toSorted()).toEqual(['/a', '/a', '/b', '/b', '/c', '/c'])
})
