import { expect, test } from 'vitest'

import { updateSiteAuditSettings } from '#areas/site-audit/operations/update-site-audit-settings.ts'
import { openSite, cleanPage } from '#areas/site-audit/visits/test-site.ts'

test.each(['Masthead\r\nX-Other: 1', 'Masthead\tBot', 'Zeitungskopf ✓', 'Kopf/1 (ü)'])(
  'a user agent that no header can carry is refused: %j',
  async (userAgent) => {
    const on = await openSite({})

    await expect(on.call(updateSiteAuditSettings, { userAgent })).rejects.toMatchObject({ code: 'validation_failed' })
  },
)

test('a user agent that was stored before and that no header can carry is left out', async () => {
  const on = await openSite({ '/': cleanPage(0, { path: '/' }) })
  await on.call(updateSiteAuditSettings, { userAgent: 'Own/1' })
  await on.rows(({ db }) => db.updateTable('site_audit_setting').set({ user_agent: 'Own/1\r\nX: 1 ✓' }).execute())

  await on.audit()

  expect(on.requests.find(({ path }) => path === '/')?.userAgent).toMatch(/^Masthead\//)
})
