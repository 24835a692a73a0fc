import { sql } from 'kysely'

import type { Reader } from '#kernel/database.ts'

import type { RuleCode, Severity } from './rules/rule-table.ts'

/** How the issues of a run differ from those of another; without one all are new. */
export type Comparison = { new: number; fixed: number; regressed: number; still: number }

export async function compareRuns(db: Reader, runId: string, baseId: string | undefined): Promise<Comparison> {
  const base = baseId ?? ''
  const { rows } = await sql<{ still: string; regressed: string; fresh: string; fixed: string }>`
    with mine as (select url, rule_code from app.site_audit_finding where run_id = ${runId} and outcome = 'fired'),
      theirs as (select url, rule_code from app.site_audit_finding where run_id = ${base} and outcome = 'fired'),
      seen as (select i.first_seen_run, t.url is not null as before from mine
        join app.site_audit_issue i using (url, rule_code) left join theirs t using (url, rule_code)),
      gone as (select t.url from theirs t where not exists (select from mine m where m.url = t.url and m.rule_code = t.rule_code)
        and exists (select from app.site_audit_finding f where f.url = t.url and f.rule_code = t.rule_code and f.outcome = 'fixed'
          and f.run_id > ${base} and f.run_id <= ${runId}))
    select (select count(*) from seen where before) as still,
      (select count(*) from seen where not before and first_seen_run <= ${base}) as regressed,
      (select count(*) from seen where not before and first_seen_run > ${base}) as fresh,
      (select count(*) from gone) as fixed`.execute(db)
  const [row] = rows
  const { still = 0, regressed = 0, fresh = 0, fixed = 0 } = row ?? {}
  return { new: Number(fresh), fixed: Number(fixed), regressed: Number(regressed), still: Number(still) }
}

/** How often each rule fired in a run, the most severe first. */
export async function totalsByRule(db: Reader, runId: string) {
  const rows = await db
    .selectFrom('site_audit_finding')
    .select(({ fn }) => ['rule_code', 'severity', fn.countAll<number>().as('count')])
    .where('run_id', '=', runId)
    .where('outcome', '=', 'fired')
    .groupBy(['rule_code', 'severity'])
    .orderBy(sql`array_position(array['error', 'warning', 'notice'], severity)`)
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('rule_code')
    .execute()
  return rows.map((row) => ({
    ruleCode: row.rule_code as RuleCode,
    severity: row.severity as Severity,
    count: Number(row.count),
  }))
}
