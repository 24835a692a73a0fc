import { z } from 'zod'

import { openJob } from '#areas/jobs/index.ts'
import { measurePages } from '#areas/site-audit/jobs/measure-pages.ts'
import { requireLab } from '#areas/site-audit/performance/require-lab.ts'
import { auditSite, lockAuditSettings, requireOwn } from '#areas/site-audit/runs/audit-settings.ts'
import { newRunId } from '#areas/site-audit/runs/runs.ts'
import { devices } from '#kernel/browser.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, startedJob, unlessRehearsed, url } from '#kernel/schema.ts'
import { urlKey } from '#std/url-key.ts'

export const startPerformanceRun = operation({
  name: 'startPerformanceRun',
  title: 'Measure the speed of pages',
  summary:
    'Measures pages with Lighthouse, several times if wanted; the median counts. Result of the job: measured, failed. Then: getSitePerformance.',
  scope: 'audit:run',
  risk: 'external',
  startsJob: true,
  errors: ['browser_not_available', 'url_not_allowed', 'job_running'],
  examples: [{ title: 'The start page on phones', input: { urls: ['https://www.example.com/'], device: 'mobile' } }],
  input: z.strictObject({
    urls: z.array(url()).min(1).max(20),
    device: z.enum(devices),
    runs: z.int().min(1).max(5).optional().describe('Of each page; 1 by default'),
  }),
  output: startedJob().extend({ runId: unlessRehearsed(id('auditRun')) }),

  async prepare(ctx, { urls }) {
    for (const one of urls) ctx.checkUrl(one, { http: true })
    const { hosts } = await ctx.read((db) => auditSite(db))
    for (const one of urls) requireOwn(hosts, one, 'urls')
    await requireLab(ctx.browser)
    return [...new Set(urls.flatMap((one) => urlKey(one) ?? []))]
  },

  async handle({ db, start }, { device, runs = 1 }, urls) {
    // The one that starts another run waits here.
    await lockAuditSettings(db)
    const jobId = await openJob(db, { kind: measurePages.name })
    if (jobId !== undefined)
      throw new Refusal('job_running', 'Pages are being measured: wait for that, or end it with cancelJob.', { jobId })
    const runId = newRunId()
    return { ...(await start(measurePages, { runId, urls, device, runs })), runId }
  },
})
