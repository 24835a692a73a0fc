import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { listSiteAuditPages } from '#areas/site-audit/operations/list-site-audit-pages.ts'
import { updateSiteAuditSettings } from '#areas/site-audit/operations/update-site-audit-settings.ts'
import { openSite, cleanPage } from '#areas/site-audit/visits/test-site.ts'

test('a run of what changed leaves out what the settings leave out', async () => {
  const on = await openSite({
    '/articles/kept': cleanPage(1, { path: '/articles/kept' }),
    '/articles/left': cleanPage(2, { path: '/articles/left' }),
  })
  for (const slug of ['kept', 'left'])
    await on.call(
      createItem,
      { collectionId: 'articles' as never, title: slug, slug, content: 'Words.', status: 'published' },
      { confirm: true },
    )
  await on.call(updateSiteAuditSettings, { include: ['/articles/*'], exclude: ['/articles/left'] })
  const pathsOf = async (runId: string) => {
    const { items } = await on.call(listSiteAuditPages, { runId: runId as never, pageSize: 100 })
    return items.map(({ url }) => url.slice(on.url.length))
  }

  const changed = await on.audit('changed')
  expect(await pathsOf(changed.runId)).toEqual(['/articles/kept'])

  const given = await on.audit('urls', ['/articles/left'])
  expect(await pathsOf(given.runId)).toEqual(['/articles/left'])
})

const xml = (body: string) => ({ headers: { 'content-type': 'application/xml' }, body })
const plain = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body })
const indexOf = (files: number) =>
  xml(
    `<sitemapindex>${Array.from({ length: files }, (_, n) => `<sitemap><loc>{base}/map-${n}.txt</loc></sitemap>`).join('')}</sitemapindex>`,
  )

test('an index of more files than are read is above the limits', async () => {
  const on = await openSite({
    '/': cleanPage(0, { path: '/' }),
    '/robots.txt': plain('Sitemap: {base}/index.xml'),
    '/index.xml': indexOf(501),
    ...Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`/map-${n}.txt`, plain('{base}/')])),
  })
  const invalid = async () =>
    (await on.call(listSiteAuditIssues, { ruleCode: 'sitemap_invalid', state: ['open'] })).items
  const read = () => new Set(on.requests.map(({ path }) => path).filter((path) => path.startsWith('/map-'))).size

  await on.audit()
  expect(await invalid()).toMatchObject([{ url: `${on.url}/index.xml`, evidence: { reason: 'too_many' } }])
  expect(read()).toBe(500)

  on.pages['/index.xml'] = indexOf(500)
  await on.audit()
  expect(await invalid()).toEqual([])
})
