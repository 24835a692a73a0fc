import { type RawBuilder, sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'

/** Makes what a run found issues: what fired is open, or has come back; what a person set aside stays so. */
export function raiseFindings(db: Writer, runId: string): Promise<void> {
  return raise(
    db,
    sql`select organization_id, issue_id, rule_code, url, severity, page_id, item_id, 'open', priority, coalesce(evidence, '{}'), fix, run_id, run_id
      from app.site_audit_finding where run_id = ${runId} and outcome = 'fired'`,
  )
}

export type RaisedIssue = {
  id: string
  rule: string
  url: string
  severity: string
  pageId: string | null
  itemId: string | null
  priority: number
  evidence: Record<string, unknown>
  runId: string
}

/** The same for one issue, of a run that is not an audit. */
export function raiseIssue(db: Writer, { runId, ...issue }: RaisedIssue): Promise<void> {
  const { id, rule, url, severity, pageId, itemId, priority, evidence } = issue
  return raise(
    db,
    sql`values (app.org(), ${id}, ${rule}, ${url}, ${severity}, ${pageId}, ${itemId}, 'open', ${priority}::integer,
      ${JSON.stringify(evidence)}::jsonb, null::jsonb, ${runId}, ${runId})`,
  )
}

async function raise(db: Writer, rows: RawBuilder<unknown>): Promise<void> {
  await sql`
    insert into app.site_audit_issue (organization_id, id, rule_code, url, severity, page_id, item_id, state, priority, evidence, fix,
      first_seen_run, last_seen_run)
    ${rows}
    on conflict (organization_id, url, rule_code) do update set
      severity = excluded.severity, page_id = excluded.page_id, item_id = excluded.item_id, priority = excluded.priority,
      evidence = excluded.evidence, fix = excluded.fix, last_seen_run = excluded.last_seen_run,
      state = case site_audit_issue.state when 'fixed' then 'regressed' else site_audit_issue.state end,
      fixed_run = null, version = site_audit_issue.version + 1, updated_at = clock_timestamp()`.execute(db)
}
