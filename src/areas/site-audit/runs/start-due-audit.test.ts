import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { getDashboard } from '#areas/analytics/operations/get-dashboard.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { getSiteAuditStatus } from '#areas/site-audit/operations/get-site-audit-status.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { updateSiteAuditSettings } from '#areas/site-audit/operations/update-site-audit-settings.ts'
import { type AuditStage, auditStage, cleanPage } from '#areas/site-audit/visits/test-site.ts'
import { newRequestId } from '#catalog/run/call.ts'
import { startJob } from '#catalog/run/start-job.ts'

import { startDueAudit } from './start-due-audit.ts'

/** Does what the schedule of a stage says at a time. */
const startAt = (on: AuditStage, at: Date) =>
  on.rows(({ db }) =>
    startDueAudit(db, {
      at,
      baseUrl: () => 'https://masthead.test',
      start: (job, input) => startJob(db, job, { input, actor: on.access.actor, requestId: newRequestId() }),
    }),
  )

test('a schedule begins a run when its time has come, once', async () => {
  const on = await auditStage({ '/': cleanPage(0, { path: '/' }) })
  const unconfirmed = on.call(updateSiteAuditSettings, { schedule: 'daily' })
  await expect(unconfirmed).rejects.toMatchObject({ code: 'confirmation_required' })
  const { settings } = await on.call(updateSiteAuditSettings, { schedule: 'daily' }, { confirm: true })
  const due = new Date(settings.nextRunAt ?? '')

  await startAt(on, new Date(due.getTime() - 1))
  expect((await on.call(getSiteAuditStatus, {})).lastRun).toBeNull()
  await startAt(on, due)
  await startAt(on, due)
  await on.work({ fetch: on.outbound.fetch })

  expect(await on.call(getSiteAuditStatus, {})).toMatchObject({
    lastRun: { state: 'succeeded', scope: 'full' },
    healthScore: 100,
    trend: [{ healthScore: 100 }],
    verifiedOwnership: true,
  })
  expect((await on.call(getDashboard, {})).auditScore).toBe(100)
  await on.close()
})

test('a scheduled run of more pages than the plan allows asks for nothing, and says why', async () => {
  const on = await auditStage({ '/': cleanPage(0, { path: '/' }) })
  const { settings } = await on.call(updateSiteAuditSettings, { schedule: 'daily', maxPages: 600 }, { confirm: true })
  await on.rows(({ db }) => sql`select auth.change_plan('starter')`.execute(db))

  await startAt(on, new Date(settings.nextRunAt ?? ''))
  await on.work({ fetch: on.outbound.fetch })

  expect((await on.call(getSiteAuditStatus, {})).lastRun).toMatchObject({
    state: 'failed',
    error: { code: 'plan_required' },
  })
  expect(on.requests).toEqual([])
  await on.close()
})

test('a scheduled run of a website that does not answer fails, and changes no issue', async () => {
  const on = await auditStage({ '/': cleanPage(0, { path: '/' }), '/robots.txt': { status: 0 } })
  const { settings } = await on.call(updateSiteAuditSettings, { schedule: 'daily' }, { confirm: true })

  await startAt(on, new Date(settings.nextRunAt ?? ''))
  await on.work({ fetch: on.outbound.fetch })

  expect((await on.call(getSiteAuditStatus, {})).lastRun).toMatchObject({
    state: 'failed',
    error: { code: 'upstream_failed', reason: 'unreachable' },
  })
  expect((await on.call(listSiteAuditIssues, {})).items).toEqual([])
  expect(on.requests.map(({ path }) => path)).toEqual(['/robots.txt', '/robots.txt'])
  await on.close()
})

test('a scheduled run whose robots.txt fails once goes on', async () => {
  let asked = 0
  const robots = () => (asked++ === 0 ? { status: 0 } : { status: 404 })
  const on = await auditStage({ '/': cleanPage(0, { path: '/' }), '/robots.txt': robots })
  const { settings } = await on.call(updateSiteAuditSettings, { schedule: 'daily' }, { confirm: true })

  await startAt(on, new Date(settings.nextRunAt ?? ''))
  await on.work({ fetch: on.outbound.fetch })

  expect((await on.call(getSiteAuditStatus, {})).lastRun).toMatchObject({ state: 'succeeded', pages: { requested: 1 } })
  await on.close()
})

test('an issue on the page of an item carries the call that corrects it', async () => {
  const on = await auditStage({
    '/': cleanPage(0, { path: '/', body: '<a href="/articles/links">Links</a>' }),
    '/articles/links': cleanPage(1, {
      path: '/articles/links',
      body: '<a href="/moved">Moved</a><a href="/none">None</a>',
    }),
    '/moved': { status: 301, headers: { location: '/end' } },
    '/end': cleanPage(2, { path: '/end' }),
  })
  const content = `Words. [Moved](${on.url}/moved) [None](${on.url}/none)`
  const { item } = await on.call(
    createItem,
    { collectionId: 'articles' as never, title: 'Links', slug: 'links', content, status: 'published' },
    { confirm: true },
  )

  await on.audit()

  const fixes = (await on.call(listSiteAuditIssues, { itemId: item.id, pageSize: 100 })).items.map(
    ({ ruleCode, fix }) => [ruleCode, fix],
  )
  expect(fixes).toContainEqual([
    'link_to_redirect',
    {
      operation: 'replaceItemLinks',
      input: { id: item.id, links: [{ from: `${on.url}/moved`, to: `${on.url}/end` }] },
      complete: true,
    },
  ])
  expect(fixes).toContainEqual([
    'broken_internal_link',
    { operation: 'replaceItemLinks', input: { id: item.id, links: [{ from: `${on.url}/none` }] }, complete: false },
  ])
  expect(fixes.map(([rule]) => rule)).toContain('item_drift')
  await on.close()
})
