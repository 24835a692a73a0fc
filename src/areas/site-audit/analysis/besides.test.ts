import { expect, test } from 'vitest'

import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { cleanPage, openSite, type Site } from '#areas/site-audit/visits/test-site.ts'

async function siteOf(site: Site) {
  const on = await openSite(site)
  const found = async (ruleCode: string, state: 'open' | 'fixed' = 'open') => {
    const { items } = await on.call(listSiteAuditIssues, { ruleCode, state: [state], pageSize: 100 })
    return items.map(({ url, evidence }) => [url.slice(on.url.length), evidence])
  }
  return { ...on, found }
}

const iconless = (...head: string[]) =>
  cleanPage(0, { path: '/', head: head.join('') }).replace('<link rel="icon" href="/icon.png">', '')

// site-audit.md#unknown-icons-are-not-missing
test.each([
  ['no icon at all', iconless(), [['/', {}]]],
  ['an icon of Apple devices only', iconless('<link rel="apple-touch-icon" href="/a.png">'), [['/', {}]]],
  ['an icon', iconless('<link rel="icon" href="/a.png">'), []],
  ['a shortcut icon', iconless('<link rel="Shortcut Icon" href="/a.ico">'), []],
] as const)('a start that names %s', async (_, start, missing) => {
  const on = await siteOf({ '/': start })

  await on.audit()

  expect(await on.found('favicon_missing')).toEqual(missing)
})

test('an icon that nobody could ask for is neither missing nor found again', async () => {
  const on = await siteOf({ '/': iconless() })
  await on.audit()

  on.pages['/favicon.ico'] = { status: 0 }
  await on.audit()
  expect(await on.found('favicon_missing')).toEqual([['/', {}]])
  const asked = () => on.requests.filter(({ path }) => path === '/favicon.ico').length
  const before = asked()
  expect(before).toBeGreaterThanOrEqual(2)

  on.pages['/robots.txt'] = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /favicon.ico' }
  await on.audit()
  expect(await on.found('favicon_missing')).toEqual([['/', {}]])
  expect(asked()).toBe(before)

  on.pages['/'] = iconless('<link rel="icon" href="/a.png">')
  await on.audit()
  expect(await on.found('favicon_missing', 'fixed')).toEqual([['/', {}]])
})

test('an icon that robots.txt keeps away is not missing', async () => {
  const on = await siteOf({
    '/': iconless(),
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /favicon.ico' },
  })

  await on.audit()

  expect(await on.found('favicon_missing')).toEqual([])
})

const shell = (head = '') =>
  `<!doctype html><html lang="en"><head><title>Shell</title>${head}</head><body><main>The words of every address</main></body></html>`

test('what says the text of an invented page is a soft 404, whether search engines may show it or not', async () => {
  const on = await siteOf({
    '/': cleanPage(0, { path: '/', body: '<a href="/p1">1</a> <a href="/hidden">2</a> <a href="/shown">3</a>' }),
    '/p1': cleanPage(1),
    '/hidden': shell('<meta name="robots" content="noindex">'),
    '/shown': shell(),
    '*': shell(),
  })

  await on.audit()

  const both = [
    ['/hidden', { reason: 'probe' }],
    ['/shown', { reason: 'probe' }],
  ]
  expect(await on.found('soft_404')).toEqual(both)
  await on.audit('urls', ['/hidden'])
  expect(await on.found('soft_404')).toEqual(both)

  on.pages['*'] = { status: 404 }
  await on.audit()
  expect(await on.found('soft_404')).toEqual([])
})
