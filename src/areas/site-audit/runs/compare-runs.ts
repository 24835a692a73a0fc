import { sql } from 'kysely'

import type { RuleCode } from '#areas/site-audit/rules/rule-table.ts'
import type { Reader } from '#kernel/database.ts'

/** How the issues of a run differ from those of another; without one all are new. */
export type Comparison = { new: number; fixed: number; regressed: number; still: number }

export async function compareRuns(db: Reader, runId: string, baseId: string | undefined): Promise<Comparison> {
  const base = baseId ?? ''
  // What fires in a run was first seen by then. A list without any condition would read the rows of every partition.
  const { rows } = await sql<{ still: string; regressed: string; fresh: string; fixed: string }>`
    with one as (
      select url, rule_code, bool_or(mine) as mine, bool_or(theirs) as theirs, bool_or(fixed) as fixed, max(first_seen_run) as first_seen
      from (
        select url, rule_code, run_id = ${runId} and outcome = 'fired' as mine, run_id = ${base} and outcome = 'fired' as theirs,
          outcome = 'fixed' and run_id > ${base} and run_id <= ${runId} as fixed, null as first_seen_run
        from app.site_audit_finding where run_id >= ${base} and run_id <= ${runId}
        union all select url, rule_code, false, false, false, first_seen_run from app.site_audit_issue where first_seen_run <= ${runId}) as lists
      group by url, rule_code)
    select count(*) filter (where mine and theirs) as still,
      count(*) filter (where mine and not theirs and first_seen <= ${base}) as regressed,
      count(*) filter (where mine and not theirs and first_seen > ${base}) as fresh,
      count(*) filter (where theirs and not mine and fixed) as fixed
    from one`.execute(db)
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
    severity: row.severity,
    count: Number(row.count),
  }))
}
