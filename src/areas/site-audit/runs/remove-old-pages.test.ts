import { expect, test } from 'vitest'

import { getSiteAuditRun } from '#areas/site-audit/operations/get-site-audit-run.ts'
import { listSiteAuditPages } from '#areas/site-audit/operations/list-site-audit-pages.ts'
import { auditStage, cleanPage } from '#areas/site-audit/visits/test-site.ts'

import { removeOldPages } from './remove-old-pages.ts'

test('pages of runs that ended 90 days ago go, except for the latest of each address', async () => {
  const on = await auditStage({
    '/': cleanPage(0, { path: '/', body: '<a href="/p1">One</a>' }),
    '/p1': cleanPage(1),
  })
  const { runId } = await on.audit()
  await on.audit('urls', ['/'])
  const pages = async () => (await on.call(listSiteAuditPages, { runId })).items.map(({ url }) => url)
  expect(await on.rows(({ db }) => removeOldPages(db, 10))).toBe(0)

  await on.rows(({ db }) =>
    db
      .updateTable('site_audit_run')
      .set({ finished_at: new Date(Date.now() - 91 * 86_400_000) })
      .execute(),
  )
  expect(await on.rows(({ db }) => removeOldPages(db, 10))).toBe(1)

  expect(await pages()).toEqual([`${on.url}/p1`])
  expect((await on.call(listSiteAuditPages, {})).total).toBe(2)
  expect((await on.call(getSiteAuditRun, { runId })).run).toMatchObject({ pages: { counted: 2 } })
  await on.close()
})
