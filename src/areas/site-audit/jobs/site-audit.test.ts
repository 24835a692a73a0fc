import { expect, onTestFinished, test } from 'vitest'

import { exportItems } from '#areas/exchange/operations/export-items.ts'
import { cancelJob } from '#areas/jobs/operations/cancel-job.ts'
import { siteAudit } from '#areas/site-audit/jobs/site-audit.ts'
import { getSiteAuditRun } from '#areas/site-audit/operations/get-site-audit-run.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { listSiteAuditPages } from '#areas/site-audit/operations/list-site-audit-pages.ts'
import { startSiteAudit } from '#areas/site-audit/operations/start-site-audit.ts'
import { type AuditStage, openSite, cleanPage, type Site } from '#areas/site-audit/visits/test-site.ts'
import { certificateFor } from '#test/certificate.ts'
import { listening } from '#test/listening.ts'
import { stage } from '#test/stage.ts'

const chapters = Array.from({ length: 80 }, (_, n) => n + 1)
const book = (): Site => ({
  '/': cleanPage(0, { path: '/', body: chapters.map((n) => `<a href="/p${n}">Chapter ${n}</a>`).join(' ') }),
  ...Object.fromEntries(
    chapters.map((n) => [`/p${n}`, cleanPage(n, { body: n % 9 === 0 ? '<a href="/none">None</a>' : '' })]),
  ),
})

async function resultOf(on: AuditStage, runId: string) {
  const { items: pages } = await on.call(listSiteAuditPages, { runId, pageSize: 100 })
  const { items: issues } = await on.call(listSiteAuditIssues, { runId, pageSize: 100 })
  const { run } = await on.call(getSiteAuditRun, { runId })
  const path = (url: string) => url.slice(on.url.length)
  return {
    pages: pages.map(({ url, status, depth, inlinks, outlinks }) => [path(url), status, depth, inlinks, outlinks]),
    issues: issues.map(({ ruleCode, url, priority }) => [ruleCode, path(url), priority]),
    run: [run.state, run.pages, run.issues, run.healthScore],
  }
}

test('a run whose worker dies goes on by itself, and finds what an undisturbed one finds', async () => {
  const undisturbed = await openSite(book())
  const { runId: whole } = await undisturbed.audit()
  const on = await openSite(book())
  const { runId, jobId } = await on.call(startSiteAudit, { scope: 'full' }, { confirm: true })

  // The worker is gone in the middle of a batch: nothing of it ends or cleans up.
  let left = 40
  const dying = on.jobRunner([siteAudit], {
    fetch: (address, rules) => (left-- > 0 ? on.outbound.fetch(address, rules) : new Promise(() => undefined)),
  })
  void on.runJob(dying, jobId)
  await expect.poll(() => left).toBeLessThanOrEqual(0)
  await on.runJob(on.jobRunner([siteAudit], { fetch: on.outbound.fetch }), jobId)

  expect(await resultOf(on, runId)).toEqual(await resultOf(undisturbed, whole))
  expect(on.requests.length - undisturbed.requests.length).toBeLessThanOrEqual(50)
})

test('a canceled run ends without further requests, and keeps its pages', async () => {
  const on = await openSite(book())
  const { runId, jobId } = await on.call(startSiteAudit, { scope: 'full' }, { confirm: true })
  const asked: string[] = []
  const slow = on.jobRunner([siteAudit], {
    fetch: async (address, rules) => {
      asked.push(address)
      if (asked.length === 40) await on.call(cancelJob, { jobId })
      return on.outbound.fetch(address, rules)
    },
  })

  await on.runJob(slow, jobId)

  expect(asked.length).toBeLessThan(70)
  expect((await on.call(getSiteAuditRun, { runId })).run).toMatchObject({ state: 'canceled', healthScore: null })
  expect((await on.call(listSiteAuditPages, { runId })).total).toBeGreaterThan(10)
  expect((await on.call(listSiteAuditIssues, {})).total).toBe(0)
})

test('one run at a time', async () => {
  const on = await openSite({ '/': cleanPage(0, { path: '/' }) })
  const { jobId } = await on.call(startSiteAudit, { scope: 'full' }, { confirm: true })

  await expect(on.call(startSiteAudit, { scope: 'full' }, { confirm: true })).rejects.toMatchObject({
    code: 'job_running',
    details: { jobId },
  })
  await on.call(cancelJob, { jobId })
  await on.call(startSiteAudit, { scope: 'full' }, { confirm: true })
})

test('a start that robots.txt forbids is refused before the run begins', async () => {
  const on = await openSite({
    '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: masthead\nDisallow: /' },
  })

  await expect(on.call(startSiteAudit, { scope: 'full' }, { confirm: true })).rejects.toMatchObject({
    code: 'robots_disallowed',
    details: { rule: 'Disallow: /', line: 2 },
  })
})

test('a host that fails is not said to have a rule', async () => {
  const on = await openSite({ '/robots.txt': { status: 503, body: 'Down' } })

  const refused = on.call(startSiteAudit, { scope: 'full' }, { confirm: true })

  await expect(refused).rejects.toMatchObject({
    code: 'robots_disallowed',
    message: expect.stringMatching(/^[^ ]+ answered 503 for its robots\.txt\. So nobody knows/),
    details: { rule: null, line: null },
  })
})

test('a website whose certificate nobody trusts is not said to be silent', async () => {
  const on = await openSite({ '/': cleanPage(0, { path: '/' }) })
  const secure = await listening((_, response) => response.end(), { tls: certificateFor(10) })
  onTestFinished(secure.close)
  await on.rows(({ db }) => db.updateTable('organization_setting').set({ site_url: secure.url }).execute())

  await expect(on.call(startSiteAudit, { scope: 'full' }, { confirm: true })).rejects.toMatchObject({
    code: 'robots_disallowed',
    message:
      '127.0.0.1 could not be reached. Its certificate is not trusted: nobody that is known here has signed it. So nobody knows what may be read: check the address, and try again once it answers.',
  })
})

test('addresses of others are not audited', async () => {
  const on = await openSite({ '/': cleanPage(0, { path: '/' }) })
  const start = (urls: string[]) => on.call(startSiteAudit, { scope: 'urls', urls }, { confirm: true })

  await expect(start(['https://other.example/'])).rejects.toMatchObject({ code: 'url_not_allowed' })
  await on.rows(({ db }) => db.updateTable('organization_setting').set({ site_url: null }).execute())
  await expect(on.call(startSiteAudit, { scope: 'full' }, { confirm: true })).rejects.toMatchObject({
    code: 'validation_failed',
  })
})

test('a run gives its place back while others wait, and finds what an undisturbed one finds', async () => {
  const undisturbed = await openSite(book())
  const { runId: whole } = await undisturbed.audit()
  const on = await openSite(book())
  const other = await stage()
  await other.call(exportItems, { format: 'csv' })
  const { runId, jobId } = await on.call(startSiteAudit, { scope: 'full' }, { confirm: true })
  const runner = on.jobRunner([siteAudit], { fetch: on.outbound.fetch, turnMs: 0 })

  const ends = []
  while (ends.at(-1) !== 'ended') ends.push(await on.runJob(runner, jobId))

  expect(ends.length).toBeGreaterThan(2)
  expect(await resultOf(on, runId)).toEqual(await resultOf(undisturbed, whole))
  expect(on.requests.length).toBe(undisturbed.requests.length)
})
