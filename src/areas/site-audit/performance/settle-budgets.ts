import { sql } from 'kysely'

import { priorityOf } from '#areas/site-audit/analysis/priority.ts'
import { raiseIssue } from '#areas/site-audit/analysis/raise-issues.ts'
import { readTraffic } from '#areas/site-audit/analysis/traffic.ts'
import { openIssueStates } from '#areas/site-audit/issues/issues.ts'
import { type Finding, ruleTable } from '#areas/site-audit/rules/rule-table.ts'
import { auditSite, isOwn } from '#areas/site-audit/runs/audit-settings.ts'
import type { Device } from '#kernel/browser.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'
import { nextVersion } from '#kernel/version.ts'

import { budgetFinding } from './budgets.ts'
import { lastResults } from './samples.ts'

const rule = 'performance_budget'

/** After a page was measured: its issue is raised where it exceeds a budget, and fixed where it keeps all. */
export async function settleBudgets(
  db: Writer,
  { runId, url, device }: { runId: string; url: string; device: Device },
): Promise<void> {
  const { settings, hosts } = await auditSite(db)
  const budgets = settings.performanceBudgets
  if (budgets !== null && budgets.device !== device) return
  const [result] = budgets === null ? [] : await lastResults(db, device, [url])
  const finding = budgets === null || result === undefined ? undefined : budgetFinding(result, budgets)
  if (finding === undefined) return fix(db, { runId, url })

  const page = await pageOf(db, url)
  const { byUrl, mostClicks } = await readTraffic(db, { isOwn: (one) => isOwn(hosts, one) })
  const traffic = byUrl.get(url)
  const { evidence }: Finding = finding
  await raiseIssue(db, {
    id: newId('auditIssue'),
    rule,
    url,
    severity: ruleTable[rule].severity,
    pageId: page?.id ?? null,
    itemId: page?.item_id ?? null,
    priority: priorityOf(finding, {
      clicks: traffic?.clicks ?? 0,
      mostClicks,
      inlinks: page?.inlinks ?? 0,
      mostInlinks: page?.most ?? 0,
    }),
    evidence: traffic === undefined ? evidence : { ...evidence, traffic },
    runId,
  })
}

async function fix(db: Writer, { runId, url }: { runId: string; url: string }): Promise<void> {
  await db
    .updateTable('site_audit_issue')
    .set({ state: 'fixed', fixed_run: runId, ...nextVersion })
    .where('url', '=', url)
    .where('rule_code', '=', rule)
    .where('state', 'in', openIssueStates)
    .execute()
}

/** The latest record of a page, with the most inlinks of any. */
async function pageOf(db: Reader, url: string) {
  return db
    .selectFrom('site_audit_page')
    .select(['id', 'item_id', 'inlinks'])
    .select(
      sql<number>`(select max(p.inlinks) from app.site_audit_page p where p.run_id = site_audit_page.run_id)`.as(
        'most',
      ),
    )
    .where('url', '=', url)
    .where('is_latest', '=', true)
    .executeTakeFirst()
}
