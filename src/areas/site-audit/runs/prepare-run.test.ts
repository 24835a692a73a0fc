import { afterEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { listSiteAuditPages } from '#areas/site-audit/operations/list-site-audit-pages.ts'
import { updateSiteAuditSettings } from '#areas/site-audit/operations/update-site-audit-settings.ts'
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

test('a run of what changed leaves out what the settings leave out', async () => {
  const on = await siteOf({
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
