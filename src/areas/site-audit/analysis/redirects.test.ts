import { expect, test } from 'vitest'

import { getSiteAuditRun } from '#areas/site-audit/operations/get-site-audit-run.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { listSiteAuditPages } from '#areas/site-audit/operations/list-site-audit-pages.ts'
import { openSite, cleanPage, type Site } from '#areas/site-audit/visits/test-site.ts'

async function siteOf(site: Site) {
  const on = await openSite(site)
  const found = async (ruleCode: string) => {
    const { items } = await on.call(listSiteAuditIssues, { ruleCode, pageSize: 100 })
    return items.map(({ url }) => url.slice(on.url.length)).toSorted()
  }
  return { ...on, found }
}

test('a redirect that leads nowhere is broken, and so are the links to it', async () => {
  const on = await siteOf({
    '/': cleanPage(0, { path: '/', body: '<a href="/nowhere">1</a> <a href="/garbled">2</a> <a href="/to">3</a>' }),
    '/nowhere': { status: 301 },
    '/garbled': { status: 302, headers: { location: 'http://[' } },
    '/to': { status: 301, headers: { location: '/nowhere' } },
  })

  const { runId } = await on.audit()

  expect(await on.found('redirect_broken')).toEqual(['/garbled', '/nowhere', '/to'])
  const { items } = await on.call(listSiteAuditIssues, { ruleCode: 'broken_internal_link' })
  expect(items).toMatchObject([{ url: `${on.url}/`, evidence: { count: 3 } }])
  expect((await on.call(getSiteAuditRun, { runId })).run.pages.counted).toBe(3)
})

test('a page is no orphan where a link leads to it over several redirects', async () => {
  const on = await siteOf({
    '/': cleanPage(0, { path: '/', body: '<a href="/a">1</a>' }),
    '/a': { status: 301, headers: { location: '/b' } },
    '/b': { status: 301, headers: { location: '/c' } },
    '/c': { status: 301, headers: { location: '/p1' } },
    '/p1': cleanPage(1),
    '/p2': cleanPage(2),
    '/sitemap.xml': {
      headers: { 'content-type': 'text/plain' },
      body: ['/', '/p1', '/p2'].map((path) => `{base}${path}`).join('\n'),
    },
  })
  const listed = async (filter: { orphan: boolean; runId?: never }) => {
    const { items } = await on.call(listSiteAuditPages, { ...filter, pageSize: 100 })
    return items.map(({ url }) => url.slice(on.url.length))
  }

  const { runId } = await on.audit()

  expect(await on.found('orphan')).toEqual(['/p2'])
  expect(await listed({ orphan: true })).toEqual(['/p2'])
  expect(await listed({ orphan: true, runId: runId as never })).toEqual(['/p2'])
  expect(await listed({ orphan: false })).toEqual(['/', '/a', '/b', '/c', '/p1'])
})

test('chains are told of addresses that a link or sitemap names, broken redirects of all but hops', async () => {
  const to = (location: string) => ({ status: 301, headers: { location } })
  const on = await siteOf({
    '/': to('/home1'),
    '/home1': to('/home'),
    '/home': cleanPage(0, { path: '/home', body: '<a href="/linked">Linked</a> <a href="/p1">One</a>' }),
    '/linked': to('/linked1'),
    '/linked1': to('/p1'),
    '/p1': cleanPage(1).replace('{base}/p1', '{base}/canonical'),
    '/canonical': to('/canonical1'),
    '/canonical1': to('/gone'),
  })

  await on.audit()

  expect(await on.found('redirect_chain')).toEqual(['/linked'])
  expect(await on.found('redirect_broken')).toEqual(['/canonical'])
})
