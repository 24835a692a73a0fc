import { afterEach, expect, test } from 'vitest'

import { listSiteAuditPages } from '#areas/site-audit/operations/list-site-audit-pages.ts'
import { type AuditStage, auditStage, cleanPage, type Site } from '#areas/site-audit/visits/test-site.ts'

const opened: AuditStage[] = []
afterEach(async () => {
  for (const { close } of opened.splice(0)) await close()
})

async function siteOf(site: Site) {
  const on = await auditStage(site)
  opened.push(on)
  return on
}

const plain = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body })

test('a run of some pages keeps what the last full run knew about their places', async () => {
  const on = await siteOf({
    '/': cleanPage(0, { path: '/', body: '<a href="/p1">1</a>' }),
    '/p1': cleanPage(1),
    '/sitemap.xml': plain('{base}/p1'),
  })
  await on.audit()

  await on.audit('urls', ['/p1'])

  const { items } = await on.call(listSiteAuditPages, { search: '/p1' })
  expect(items).toMatchObject([{ inSitemap: true, inlinks: 1, depth: 1 }])
})
