import { z } from 'zod'

import { siteAudit } from '#areas/site-audit/jobs/site-audit.ts'
import { requireLab } from '#areas/site-audit/performance/require-lab.ts'
import { auditSite, lockAuditSettings, requireOwn, requirePages } from '#areas/site-audit/runs/audit-settings.ts'
import { planRun, requireStart } from '#areas/site-audit/runs/plan-run.ts'
import { activeRun, insertRun, newRunId, scopes } from '#areas/site-audit/runs/runs.ts'
import { bindRecords } from '#kernel/bind-records.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, startedJob, unlessRehearsed, url } from '#kernel/schema.ts'
import { urlKey } from '#std/url-key.ts'

export const startSiteAudit = operation({
  name: 'startSiteAudit',
  title: 'Audit the website',
  summary: 'Requests the pages of your website and looks for faults. getSiteAuditRun follows it; cancelJob ends it.',
  scope: 'audit:run',
  risk: 'external',
  startsJob: true,
  errors: [
    'job_running',
    'robots_disallowed',
    'url_not_allowed',
    'plan_required',
    'browser_not_available',
    'upstream_failed',
  ],
  examples: [
    { title: 'The whole website', input: { scope: 'full' } },
    { title: 'What changed', input: { scope: 'changed' } },
  ],
  input: z
    .strictObject({
      scope: z.enum(scopes),
      urls: z.array(url()).min(1).max(500).optional().describe('For scope urls'),
      withPerformance: z.boolean().optional().describe('Also measures some pages in a browser'),
    })
    .refine(({ scope, urls }) => (scope === 'urls') === (urls !== undefined), {
      path: ['urls'],
      message: 'Give urls with scope urls, and only then',
    }),
  output: startedJob().extend({ runId: unlessRehearsed(id('auditRun')) }),

  async prepare(ctx, { urls = [], withPerformance = false }) {
    for (const one of urls) ctx.checkUrl(one, { http: true })
    const site = await ctx.read((db) => auditSite(db))
    requireStart(site)
    for (const one of urls) requireOwn(site.hosts, one, 'urls')
    requirePages(ctx.access, site.settings.maxPages)
    if (withPerformance) await requireLab(ctx.browser)
    const keys = [...new Set(urls.flatMap((one) => urlKey(one) ?? []))]
    // While a run is under way this one is refused in its transaction: nothing is asked for it.
    const isIdle = (await ctx.read((db) => activeRun(db))) === undefined
    return planRun(ctx, site, { urls: keys, asks: isIdle && !ctx.isRehearsal, withPerformance })
  },

  async handle({ db, start, access }, { scope }, { plan, robots }) {
    // One run at a time: the one that starts another waits here.
    await lockAuditSettings(db)
    await bindRecords(db, 'site_audit_setting', [access.organization.id])
    const active = await activeRun(db)
    if (active !== undefined) throw jobRunning(active)
    const runId = newRunId()
    const started = await start(siteAudit, { runId })
    await insertRun(db, { runId, jobId: started.jobId, scope, plan, robots })
    return { ...started, runId }
  },
})

function jobRunning({ id: runId, jobId }: { id: string; jobId: string }): Refusal {
  return new Refusal('job_running', 'An audit is running: wait for it, or end it with cancelJob.', { jobId, runId })
}
