import { getJob } from '#areas/jobs/operations/get-job.ts'
import { startSiteAudit } from '#areas/site-audit/operations/start-site-audit.ts'
import type { AuditStage } from '#areas/site-audit/visits/test-site.ts'
import { type Browser, type Lab, type Measured, noBrowser } from '#kernel/browser.ts'
import { Refusal } from '#kernel/errors.ts'
import { silentLog } from '#kernel/log.ts'
import { openLab } from '#platform/browser/open-lab.ts'
import { testParts } from '#test/chromium.ts'

const quick: Measured = { score: 98, lcp: 1200, fcp: 900.4, tbt: 20, si: 1000, ttfb: 130, cls: 0.0124 }

/** What a page answers, by path, one after the other; the last again and again. `gone`: it cannot be measured. */
type Results = Record<string, (Partial<Measured> | 'gone')[]>

/** A browser whose Lighthouse says what a test says. The real one is tested in `platform/browser/open-lab.test.ts`. */
export function labThatMeasures(results: Results, rendering: Pick<Lab, 'render'> = { render: async () => '' }) {
  const asked: string[] = []
  const counts = new Map<string, number>()
  const browser: Browser = {
    ...noBrowser,
    lab: {
      ...rendering,
      canRender: async () => true,
      canMeasure: async () => true,
      async measure(address, { device }) {
        const path = new URL(address).pathname
        asked.push(`${device} ${path}`)
        const count = counts.get(path) ?? 0
        counts.set(path, count + 1)
        const answers = results[path] ?? []
        const answer = answers[Math.min(count, answers.length - 1)] ?? {}
        if (answer === 'gone')
          throw new Refusal('upstream_failed', 'The page answered 404.', { reason: 'bad_response' })
        return { ...quick, ...answer }
      },
    },
  }
  return { browser, asked }
}

/** What shows pages in the Chromium of the tests. */
export const realLab = async ({ outbound }: AuditStage) =>
  openLab({ ...outbound, parts: await testParts(), log: silentLog })

/** Audits a website and measures some of its pages. Returns the run, and how its job ended. */
export async function auditWith(browser: Browser, on: AuditStage, withPerformance = true) {
  const { jobId, runId } = await on.call(startSiteAudit, { scope: 'full', withPerformance }, { confirm: true, browser })
  await on.work({ fetch: on.outbound.fetch, browser })
  return { runId, ...(await on.call(getJob, { jobId })) }
}
