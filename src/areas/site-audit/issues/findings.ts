import type { Fix } from '#areas/site-audit/json-columns.ts'
import { type Finding, ruleTable } from '#areas/site-audit/rules/rule-table.ts'
import type { Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'

/** What a run found on an address. */
export type NewFinding = {
  url: string
  finding: Finding
  pageId: string | null
  itemId: string | null
  priority: number
  fix: Fix | null
}

export async function writeFindings(db: Writer, runId: string, findings: readonly NewFinding[]): Promise<void> {
  if (findings.length === 0) return
  await db
    .insertInto('site_audit_finding')
    .values(
      findings.map(({ url, finding, pageId, itemId, priority, fix }) => ({
        run_id: runId,
        rule_code: finding.rule,
        url,
        outcome: 'fired' as const,
        issue_id: newId('auditIssue'),
        severity: finding.severity ?? ruleTable[finding.rule].severity,
        page_id: pageId,
        item_id: itemId,
        priority,
        evidence: JSON.stringify(finding.evidence),
        fix: fix === null ? null : JSON.stringify(fix),
      })),
    )
    .onConflict((on) => on.columns(['organization_id', 'run_id', 'url', 'rule_code']).doNothing())
    .execute()
}
