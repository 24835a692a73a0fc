import { expect, test } from 'vitest'

import { cancelJob } from '#areas/jobs/operations/cancel-job.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { measurePages } from '#areas/site-audit/jobs/measure-pages.ts'
import { getSitePerformance } from '#areas/site-audit/operations/get-site-performance.ts'
import { listSiteAuditIssues } from '#areas/site-audit/operations/list-site-audit-issues.ts'
import { startPerformanceRun } from '#areas/site-audit/operations/start-performance-run.ts'
import { updateSiteAuditSettings } from '#areas/site-audit/operations/update-site-audit-settings.ts'
import { endLabTurn, takeLabTurn } from '#areas/site-audit/performance/lab-turn.ts'
import { labThatMeasures } from '#areas/site-audit/performance/test-lab.ts'
import { type AuditStage, auditStage } from '#areas/site-audit/visits/test-site.ts'
import { type Device, noBrowser } from '#kernel/browser.ts'
import { stage } from '#test/stage.ts'

type Lab = ReturnType<typeof labThatMeasures>
type Choice = { device?: Device; runs?: number }

async function measure(on: AuditStage, { browser }: Lab, paths: string[], { device = 'mobile', runs }: Choice = {}) {
  const urls = paths.map((path) => `${on.url}${path}`)
  const input = { urls, device, ...(runs === undefined ? {} : { runs }) }
  const { jobId, runId } = await on.call(startPerformanceRun, input, { confirm: true, browser })
  await on.work({ browser })
  return { ...(await on.call(getJob, { jobId })), runId }
}

test('the median of several runs is kept, with ratings of its device', async () => {
  const on = await auditStage({})
  const slow = { score: 71, lcp: 3100.6, fcp: 1500, tbt: 640, cls: 0.3 }
  const lab = labThatMeasures({ '/': [{ score: 90 }, slow, { score: 40 }] })

  const { state, result, runId } = await measure(on, lab, ['/', '/?utm_source=mail'], { device: 'desktop', runs: 3 })

  expect({ state, result }).toEqual({ state: 'succeeded', result: { runId, measured: 1, failed: [] } })
  expect(lab.asked).toEqual(['desktop /', 'desktop /', 'desktop /'])
  const { samples } = await on.call(getSitePerformance, { range: '7d' })
  expect(samples).toEqual([
    {
      runId,
      url: `${on.url}/`,
      device: 'desktop',
      source: 'lab',
      at: expect.any(String),
      score: 71,
      lcp: { value: 3101, rating: 'needs_improvement' },
      fcp: { value: 1500, rating: 'needs_improvement' },
      tbt: { value: 640, rating: 'poor' },
      si: { value: 1000, rating: 'good' },
      ttfb: { value: 130, rating: 'good' },
      cls: { value: 0.3, rating: 'poor' },
      inp: null,
    },
  ])
  await on.close()
})

test('runs add samples, which a page and a device narrow down, oldest first', async () => {
  const on = await auditStage({})
  const lab = labThatMeasures({ '/': [{ score: 50 }, { score: 60 }, { score: 70 }] })
  await measure(on, lab, ['/', '/b'])
  await measure(on, lab, ['/'])
  await measure(on, lab, ['/'], { device: 'desktop' })
  const scores = async (more: { url?: string; device?: Device }) => {
    const { samples } = await on.call(getSitePerformance, { range: '28d', ...more })
    return samples.map(({ score }) => score)
  }

  expect(await scores({ url: `${on.url}/?gclid=1` })).toEqual([50, 60, 70])
  expect(await scores({ url: `${on.url}/`, device: 'mobile' })).toEqual([50, 60])
  expect(await scores({ device: 'desktop' })).toEqual([70])
  await on.close()
})

test('what cannot be measured is reported page by page', async () => {
  const on = await auditStage({})
  const lab = labThatMeasures({ '/gone': ['gone'] })

  const { state, result } = await measure(on, lab, ['/gone', '/'])

  expect(state).toBe('partial')
  expect(result).toMatchObject({ measured: 1, failed: [{ url: `${on.url}/gone`, code: 'upstream_failed' }] })
  await on.close()
})

test('a page beyond a budget is an issue until a later result keeps all of them', async () => {
  const on = await auditStage({})
  const budgets = { device: 'mobile', lcpMs: 2500, score: 90 } as const
  await on.call(updateSiteAuditSettings, { performanceBudgets: budgets })
  const lab = labThatMeasures({ '/': [{ score: 30, lcp: 2600 }, { score: 30 }, { score: 95 }, { score: 89 }] })
  const issues = async () => {
    const { items } = await on.call(listSiteAuditIssues, { ruleCode: 'performance_budget' })
    return items.map(({ state, evidence, url }) => ({ state, evidence, url }))
  }
  const evidence = (value: number) => ({ metric: 'score', value, budget: 90, device: 'mobile' })
  const url = `${on.url}/`

  const { runId } = await measure(on, lab, ['/'])
  expect(await issues()).toEqual([{ state: 'open', evidence: evidence(30), url }])
  expect((await on.call(listSiteAuditIssues, {})).items).toMatchObject([{ firstSeenRun: runId, severity: 'warning' }])
  await measure(on, lab, ['/'], { device: 'desktop' })
  expect(await issues()).toMatchObject([{ state: 'open', evidence: evidence(30) }])
  await measure(on, lab, ['/'])
  expect(await issues()).toMatchObject([{ state: 'fixed' }])
  await measure(on, lab, ['/'])
  expect(await issues()).toMatchObject([{ state: 'regressed', evidence: evidence(89) }])
  await on.close()
})

test('one run at a time, of own pages, where Lighthouse is installed', async () => {
  const on = await auditStage({})
  const lab = labThatMeasures({})
  const start = (url: string, browser = lab.browser) =>
    on.call(startPerformanceRun, { urls: [url], device: 'mobile' }, { confirm: true, browser })

  await expect(start(on.url, noBrowser)).rejects.toMatchObject({
    code: 'browser_not_available',
    details: { howToFix: expect.stringContaining('npm install lighthouse@13 @sparticuz/chromium@147') },
  })
  await expect(start('https://other.example/')).rejects.toMatchObject({ code: 'url_not_allowed' })
  await expect(start('http://10.0.0.1/')).rejects.toMatchObject({ code: 'url_not_allowed' })
  const { jobId } = await start(on.url)
  await expect(start(on.url)).rejects.toMatchObject({ code: 'job_running', details: { jobId } })
  await on.call(cancelJob, { jobId })
  expect((await start(on.url)).jobId).not.toBe(jobId)
  await on.close()
})

test('the browser of the installation is for one job at a time', async () => {
  const [on, other] = [await auditStage({}), await stage()]
  const lab = labThatMeasures({})
  await other.rows(({ db }) => takeLabTurn(db, 'job_of_others'))
  const { jobId } = await on.call(
    startPerformanceRun,
    { urls: [on.url], device: 'mobile' },
    { confirm: true, browser: lab.browser },
  )
  const runner = on.jobRunner([measurePages], { browser: lab.browser })

  expect(await on.runJob(runner, jobId)).toBe('again')
  expect(lab.asked).toEqual([])
  await other.rows(({ db }) => endLabTurn(db, 'job_of_others'))
  expect(await on.runJob(runner, jobId)).toBe('ended')
  expect(lab.asked).toEqual(['mobile /'])
  await on.rows(({ db }) => takeLabTurn(db, 'next'))
  await on.rows(({ db }) => endLabTurn(db, 'next'))
  await on.close()
})
