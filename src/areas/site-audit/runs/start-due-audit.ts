import { siteAudit } from '#areas/site-audit/jobs/site-audit.ts'
import type { Writer } from '#kernel/database.ts'
import type { Start } from '#kernel/job.ts'

import { nextRunAt } from './audit-schedule.ts'
import { auditSite, getAuditSettings, isOwn, lockAuditSettings, saveAuditSettings } from './audit-settings.ts'
import { newPlan } from './plan-run.ts'
import { activeRun, insertRun, newRunId } from './runs.ts'

/**
 * Begins the scheduled audit whose time has come. While a run is under way, and without an own start, it is left out. One of more
 * pages than the plan allows fails before its first request, with `plan_required`.
 */
export async function startDueAudit(
  db: Writer,
  { at, baseUrl, start }: { at: Date; baseUrl: () => string; start: Start },
): Promise<void> {
  const { nextRunAt: due } = await getAuditSettings(db)
  if (due === null || due > at) return
  const settings = await lockAuditSettings(db)
  if (settings.nextRunAt === null || settings.nextRunAt > at) return
  const site = await auditSite(db)
  await saveAuditSettings(db, { ...settings, nextRunAt: nextRunAt(settings.schedule, site.timezone, at) })
  const { startUrl } = site
  if (startUrl === null || !isOwn(site.hosts, startUrl) || (await activeRun(db)) !== undefined) return
  const runId = newRunId()
  const { jobId } = await start(siteAudit, { runId })
  await insertRun(db, {
    runId,
    jobId,
    scope: 'full',
    plan: newPlan({ ...site, startUrl }, { baseUrl: baseUrl(), urls: [] }),
    robots: {},
  })
}
