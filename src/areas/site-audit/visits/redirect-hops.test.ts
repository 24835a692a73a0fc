import { expect, onTestFinished, test } from 'vitest'

import { checkAiCrawlerAccess } from '#areas/site-audit/operations/check-ai-crawler-access.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { listSiteAuditPages } from '#areas/site-audit/operations/list-site-audit-pages.ts'
import { updateSiteAuditSettings } from '#areas/site-audit/operations/update-site-audit-settings.ts'
import { listening } from '#test/listening.ts'

import { cleanPage, openSite } from './test-site.ts'

const to = (location: string) => ({ status: 302, headers: { location } })
const plain = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body })

/** Another website that keeps what it was asked for, and answers by path. */
async function elsewhere(pages: Record<string, { status: number; location?: string; body?: string }> = {}) {
  const asked: string[] = []
  const server = await listening(
    ({ url = '' }, response) => {
      asked.push(url)
      const { status, location, body } = pages[url] ?? { status: 404 }
      response.writeHead(status, location === undefined ? {} : { location }).end(body)
    },
    { host: '127.0.0.2' },
  )
  onTestFinished(() => server.close())
  return { url: server.url, asked, pages }
}

// site-audit.md#every-hop-is-asked
test('what robots.txt disallows is not asked for behind a redirect, whatever it was asked for', async () => {
  const other = await elsewhere({})
  const on = await openSite({
    '/': cleanPage(0, {
      path: '/',
      body: `<a href="/a">A</a> <a href="${other.url}/back">Back</a> <img src="/picture.png" alt="P">`,
    }).replace('<link rel="icon" href="/icon.png">', ''),
    '/robots.txt': plain('User-agent: *\nDisallow: /secret\nSitemap: {base}/map.xml'),
    '/a': to('/b'),
    '/b': to('/secret/page'),
    '/map.xml': to('/secret/map.xml'),
    '/secret/map.xml': plain('{base}/secret/listed'),
    '/picture.png': to('/secret/picture.png'),
    '/favicon.ico': to('/secret/icon.png'),
    '*': to('/secret/anything'),
  })
  other.pages['/back'] = { status: 301, location: `${on.url}/secret/from-outside` }

  const { runId } = await on.audit()

  expect(on.requests.filter(({ path }) => path.startsWith('/secret'))).toEqual([])
  const asked = on.requests.map(({ path }) => path.replace(/^\/masthead-.*/, '/invented'))
  for (const path of ['/b', '/map.xml', '/picture.png', '/favicon.ico', '/llms.txt', '/invented'])
    expect(asked).toContain(path)
  expect(other.asked).toEqual(['/back'])
  const { items: pages } = await on.call(listSiteAuditPages, { runId, search: 'secret' })
  expect(pages.map(({ url, status, blockedByRobots }) => [url, status, blockedByRobots])).toEqual([
    [`${on.url}/secret/page`, null, true],
  ])
  const { items } = await on.call(listSiteAuditIssues, { pageSize: 100 })
  expect(items.filter(({ ruleCode }) => ruleCode === 'sitemap_invalid')).toMatchObject([
    { url: `${on.url}/map.xml`, evidence: { reason: 'robots' } },
  ])
  const silent = ['favicon_missing', 'image_broken', 'broken_external_link', 'not_in_sitemap', 'soft_404']
  expect(items.filter(({ ruleCode }) => silent.includes(ruleCode))).toEqual([])
})

test('a run that does not obey robots.txt asks behind redirects, too', async () => {
  const on = await openSite({
    '/': cleanPage(0, { path: '/', body: '<img src="/picture.png" alt="P">' }),
    '/robots.txt': plain('User-agent: *\nDisallow: /secret\nSitemap: {base}/map.xml'),
    '/map.xml': to('/secret/map.xml'),
    '/secret/map.xml': plain('{base}/'),
    '/picture.png': to('/secret/picture.png'),
  })
  await on.call(updateSiteAuditSettings, { respectRobots: false })

  await on.audit()

  const asked = on.requests.map(({ path }) => path)
  expect(asked).toContain('/secret/map.xml')
  expect(asked).toContain('/secret/picture.png')
  expect((await on.call(listSiteAuditIssues, { ruleCode: 'sitemap_invalid' })).items).toEqual([])
})

test('the robots.txt of another own host is asked before the run follows a redirect there', async () => {
  const other = await elsewhere({
    '/robots.txt': { status: 200, body: 'User-agent: *\nDisallow: /closed' },
    '/open.png': { status: 200, body: 'x' },
  })
  const on = await openSite({
    '/': cleanPage(0, { path: '/', body: '<img src="/1.png" alt="1"> <img src="/2.png" alt="2">' }),
    '/1.png': to(`${other.url}/closed.png`),
    '/2.png': to(`${other.url}/open.png`),
  })
  await on.rows(({ db }) =>
    db
      .updateTable('organization_setting')
      .set({ brand: JSON.stringify({ domains: ['127.0.0.2'] }) })
      .execute(),
  )

  await on.audit()

  expect([...new Set(other.asked)].toSorted()).toEqual(['/open.png', '/robots.txt'])
})

test('sitemaps, icons and invented pages are not looked for on another website', async () => {
  const other = await elsewhere({})
  const on = await openSite({
    '/': cleanPage(0, { path: '/' }).replace('<link rel="icon" href="/icon.png">', ''),
    '/robots.txt': plain('Sitemap: {base}/map.xml'),
    '*': to(`${other.url}/anything`),
  })

  await on.audit()

  expect(other.asked).toEqual([])
  const { items } = await on.call(listSiteAuditIssues, { pageSize: 100 })
  expect(items.filter(({ ruleCode }) => ruleCode === 'sitemap_invalid')).toMatchObject([
    { evidence: { reason: 'foreign_hosts' } },
  ])
  expect(items.filter(({ ruleCode }) => ruleCode === 'favicon_missing')).toEqual([])
})

test('crawlers of AI systems are not sent to another website', async () => {
  const other = await elsewhere({ '/': { status: 200, body: 'Hello' } })
  const on = await openSite({ '/': to(`${other.url}/`) })

  const { bots, renderWithoutJsWordRatio } = await on.call(checkAiCrawlerAccess, {}, { confirm: true })

  expect(other.asked).toEqual([])
  expect(bots.find(({ bot }) => bot === 'GPTBot')).toMatchObject({ httpStatus: 302, blocked: false })
  expect(renderWithoutJsWordRatio).toBeNull()
})

test('a sitemap that is not there is invalid for its status', async () => {
  const on = await openSite({
    '/': cleanPage(0, { path: '/' }),
    '/robots.txt': plain('Sitemap: {base}/missing.xml\nSitemap: {base}/moved.xml'),
    '/moved.xml': to('/missing.xml'),
    '/missing.xml': { status: 404, body: '<html><body>Not found</body></html>' },
  })

  await on.audit()

  const { items } = await on.call(listSiteAuditIssues, { ruleCode: 'sitemap_invalid' })
  expect(items.map(({ url, evidence }) => [url.slice(on.url.length), evidence])).toEqual([
    ['/missing.xml', { reason: 'status' }],
    ['/moved.xml', { reason: 'status' }],
  ])
})

test('the certificate of a host is looked at without its root where robots.txt disallows that', async () => {
  const on = await openSite(
    { '/home': cleanPage(0, { path: '/home' }), '/robots.txt': plain('User-agent: *\nDisallow: /$') },
    { certificateDays: 10 },
  )
  await on.call(updateSiteAuditSettings, { startUrl: `${on.url}/home` })

  await on.audit()

  expect(on.requests.filter(({ path }) => path === '/')).toEqual([])
  const { items } = await on.call(listSiteAuditIssues, { ruleCode: 'tls_expiring' })
  expect(items.map(({ url }) => url)).toEqual([`${on.url}/`])
})
