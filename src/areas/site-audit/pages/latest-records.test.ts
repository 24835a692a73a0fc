import { expect, test } from 'vitest'

import { cancelJob } from '#areas/jobs/operations/cancel-job.ts'
import { siteAudit } from '#areas/site-audit/jobs/site-audit.ts'
import { listSiteAuditPages } from '#areas/site-audit/operations/list-site-audit-pages.ts'
import { startSiteAudit } from '#areas/site-audit/operations/start-site-audit.ts'
import { openSite, cleanPage } from '#areas/site-audit/visits/test-site.ts'

const plain = (body: string) => ({ headers: { 'content-type': 'text/plain' }, body })

test('a run of some pages keeps what the last full run knew about their places', async () => {
  const on = await openSite({
    '/': cleanPage(0, { path: '/', body: '<a href="/p1">1</a>' }),
    '/p1': cleanPage(1),
    '/sitemap.xml': plain('{base}/p1'),
  })
  await on.audit()

  await on.audit('urls', ['/p1'])

  const { items } = await on.call(listSiteAuditPages, { search: '/p1' })
  expect(items).toMatchObject([{ inSitemap: true, inlinks: 1, depth: 1 }])
})

test('a run that is canceled leaves the latest records as they were, during it and after it', async () => {
  const chapters = Array.from({ length: 40 }, (_, n) => n + 1)
  const on = await openSite({
    '/': cleanPage(0, { path: '/', body: chapters.map((n) => `<a href="/p${n}">${n}</a>`).join(' ') }),
    ...Object.fromEntries(chapters.map((n) => [`/p${n}`, cleanPage(n)])),
  })
  await on.audit()
  const latest = async () => {
    const { items } = await on.call(listSiteAuditPages, { pageSize: 100 })
    return items.map(({ url, inlinks, lastCrawledAt }) => [url, inlinks, lastCrawledAt])
  }
  const before = await latest()
  const { runId, jobId } = await on.call(startSiteAudit, { scope: 'full' }, { confirm: true })
  let asked = 0
  let during: unknown
  const runner = on.jobRunner([siteAudit], {
    fetch: async (address, rules) => {
      if (++asked === 35) {
        during = await latest()
        await on.call(cancelJob, { jobId })
      }
      return on.outbound.fetch(address, rules)
    },
  })

  await on.runJob(runner, jobId)

  expect((await on.call(listSiteAuditPages, { runId })).total).toBeGreaterThan(10)
  expect(during).toEqual(before)
  expect(await latest()).toEqual(before)
  expect((await on.call(listSiteAuditPages, { orphan: true })).total).toBe(0)
})
