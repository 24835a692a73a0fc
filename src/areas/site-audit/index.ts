import { measurePages } from './jobs/measure-pages.ts'
import { mendIssues } from './jobs/mend-issues.ts'
import { siteAudit } from './jobs/site-audit.ts'
import { checkAiCrawlerAccess } from './operations/check-ai-crawler-access.ts'
import { getSiteAuditPage } from './operations/get-site-audit-page.ts'
import { getSiteAuditRun } from './operations/get-site-audit-run.ts'
import { getSiteAuditStatus } from './operations/get-site-audit-status.ts'
import { getSitePerformance } from './operations/get-site-performance.ts'
import { listSiteAuditIssues } from './operations/list-site-audit-issues.ts'
import { listSiteAuditPages } from './operations/list-site-audit-pages.ts'
import { listSiteAuditRuns } from './operations/list-site-audit-runs.ts'
import { mendSiteAuditIssues } from './operations/mend-site-audit-issues.ts'
import { startPerformanceRun } from './operations/start-performance-run.ts'
import { startSiteAudit } from './operations/start-site-audit.ts'
import { updateSiteAuditIssue } from './operations/update-site-audit-issue.ts'
import { updateSiteAuditSettings } from './operations/update-site-audit-settings.ts'

export { removeOldSamples } from './performance/samples.ts'
export { removeOldPages } from './runs/remove-old-pages.ts'
export { rescheduleAudit } from './runs/audit-settings.ts'
export { startDueAudit } from './runs/start-due-audit.ts'

export const operations = [
  getSiteAuditStatus,
  updateSiteAuditSettings,
  startSiteAudit,
  listSiteAuditRuns,
  getSiteAuditRun,
  listSiteAuditIssues,
  updateSiteAuditIssue,
  mendSiteAuditIssues,
  listSiteAuditPages,
  getSiteAuditPage,
  getSitePerformance,
  startPerformanceRun,
  checkAiCrawlerAccess,
] as const

export const jobs = [siteAudit, measurePages, mendIssues] as const
