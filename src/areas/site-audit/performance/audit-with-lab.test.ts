import { afterEach, expect, test } from 'vitest'

import { checkAiCrawlerAccess } from '#areas/site-audit/operations/check-ai-crawler-access.ts'
import { getSiteAuditRun } from '#areas/site-audit/operations/get-site-audit-run.ts'
import { getSitePerformance } from '#areas/site-audit/operations/get-site-performance.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { updateSiteAuditSettings } from '#areas/site-audit/operations/update-site-audit-settings.ts'
import { auditStage, cleanPage } from '#areas/site-audit/visits/test-site.ts'
import { noBrowser } from '#kernel/browser.ts'

import { auditWith, labThatMeasures, realLab } from './test-lab.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const written = Array.from({ length: 300 }, (_, n) => `late${n}`).join(' ')
const links = '<a href="/p1">One</a> <a href="/p2">Two</a> <a href="/p3">Three</a>'

async function site() {
  const on = await auditStage({
    '/': cleanPage(0, { path: '/', body: links }),
    '/p1': cleanPage(1, { body: '<a href="/p3">To three</a>' }),
    '/p2': cleanPage(2, { body: '<a href="/p3">To three, too</a>' }),
    '/p3': `<title>Late</title><main></main><script>document.querySelector('main').textContent = '${written}'</script>`,
  })
  closing.push(on.close)
  return on
}

test('an audit measures the start and what is linked most, and finds texts that only scripts show', async () => {
  const on = await site()
  await on.call(updateSiteAuditSettings, { performanceSample: 3, performanceBudgets: { device: 'mobile', cls: 0.1 } })
  const lab = labThatMeasures({ '/p1': [{ cls: 0.4 }], '/': ['gone'] }, await realLab(on))

  const { runId, state, result } = await auditWith(lab.browser, on)

  expect(lab.asked).toEqual(['mobile /', 'mobile /p3', 'mobile /p1'])
  expect({ state, result }).toMatchObject({
    state: 'partial',
    result: { failed: [{ url: `${on.url}/`, code: 'upstream_failed' }] },
  })
  const { samples } = await on.call(getSitePerformance, { range: '7d' })
  expect(samples.map((sample) => [sample.runId, new URL(sample.url).pathname]).toSorted()).toEqual([
    [runId, '/p1'],
    [runId, '/p3'],
  ])
  const { items } = await on.call(listSiteAuditIssues, { runId })
  const of = (rule: string) => items.filter(({ ruleCode }) => ruleCode === rule)
  expect(of('text_only_after_js')).toMatchObject([{ url: `${on.url}/p3`, evidence: { delivered: 0, rendered: 300 } }])
  expect(of('performance_budget')).toMatchObject([
    { url: `${on.url}/p1`, evidence: { metric: 'cls', value: 0.4, budget: 0.1, device: 'mobile' } },
  ])
  const { totalsByRule } = await on.call(getSiteAuditRun, { runId })
  expect(totalsByRule).toContainEqual({ ruleCode: 'text_only_after_js', severity: 'warning', count: 1 })
})

test('an audit without a lab keeps what browsers have shown, and judges the last results by the budgets of now', async () => {
  const on = await site()
  await on.call(updateSiteAuditSettings, { performanceSample: 2 })
  const shown = `<main>${written}</main>`
  const lab = labThatMeasures({ '/': [{ score: 60 }] }, { render: async (url) => (url.endsWith('/p3') ? shown : '') })
  await auditWith(lab.browser, on)
  const open = async () => {
    const { items } = await on.call(listSiteAuditIssues, { state: ['open', 'regressed'] })
    return items.flatMap(({ ruleCode, url }) =>
      ['performance_budget', 'text_only_after_js'].includes(ruleCode) ? [`${ruleCode} ${new URL(url).pathname}`] : [],
    )
  }
  expect(await open()).toEqual(['text_only_after_js /p3'])

  await on.call(updateSiteAuditSettings, { performanceBudgets: { device: 'mobile', score: 90 } })
  await auditWith(noBrowser, on, false)
  expect((await open()).toSorted()).toEqual(['performance_budget /', 'text_only_after_js /p3'])

  await on.call(updateSiteAuditSettings, { performanceBudgets: null })
  on.pages['/p3'] = cleanPage(3)
  await auditWith(noBrowser, on, false)
  expect(await open()).toEqual(['text_only_after_js /p3'])

  await auditWith(lab.browser, on)
  expect(await open()).toEqual([])
})

test('without Lighthouse an audit that should measure is refused, any other is not', async () => {
  const on = await site()

  await expect(auditWith(noBrowser, on)).rejects.toMatchObject({ code: 'browser_not_available' })

  expect(await auditWith(noBrowser, on, false)).toMatchObject({ state: 'succeeded' })
})

test('the share of words that a page shows without scripts is measured in a browser', async () => {
  const on = await site()
  const lab = await realLab(on)
  const ratioOf = async (path: string) => {
    const browser = { ...noBrowser, lab }
    const { renderWithoutJsWordRatio } = await on.call(
      checkAiCrawlerAccess,
      { url: `${on.url}${path}` },
      { confirm: true, browser },
    )
    return renderWithoutJsWordRatio
  }

  expect(await ratioOf('/p1')).toBe(1)
  expect(await ratioOf('/p3')).toBe(0)
})
