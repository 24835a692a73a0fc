import { expect, test } from 'vitest'

import { siteAudit } from '#areas/site-audit/jobs/site-audit.ts'
import { startSiteAudit } from '#areas/site-audit/operations/start-site-audit.ts'
import { auditStage, cleanPage } from '#areas/site-audit/visits/test-site.ts'
import type { Notice } from '#kernel/notice.ts'

const untitled = (n: number) => cleanPage(n).replace(/<title>[^<]*<\/title>/, '')
const undescribed = (n: number) => cleanPage(n).replace(/<meta name="description"[^>]*>/, '')

test('errors that come back are told once, neither new ones nor warnings', async () => {
  const links = [1, 2, 3].map((n) => `<a href="/p${n}">To ${n}</a>`).join(' ')
  const on = await auditStage({
    '/': cleanPage(0, { path: '/', body: links }),
    '/p1': untitled(1),
    '/p2': undescribed(2),
    '/p3': cleanPage(3),
  })
  const told = async () => {
    const notices: Notice[] = []
    const { jobId } = await on.call(startSiteAudit, { scope: 'full' }, { confirm: true })
    const notify = async (_db: unknown, notice: Notice) => void notices.push(notice)
    await on.runJob(on.jobRunner([siteAudit], { fetch: on.outbound.fetch, notify }), jobId)
    return notices.flatMap(({ event, text }) => (event === 'auditRegression' ? [text] : []))
  }

  expect(await told()).toEqual([])
  on.pages['/p1'] = cleanPage(1)
  on.pages['/p2'] = cleanPage(2)
  expect(await told()).toEqual([])
  on.pages['/p1'] = untitled(1)
  on.pages['/p2'] = undescribed(2)
  on.pages['/p3'] = untitled(3)
  expect(await told()).toEqual([
    `The site audit found an error that was fixed before.\nGive the page a title. ${on.url}/p1`,
  ])
  expect(await told()).toEqual([])
  await on.close()
})
