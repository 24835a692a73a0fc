import { sql } from 'kysely'
import { z } from 'zod'

import { type RuleCode, ruleCodes } from '#areas/site-audit/rules/rule-table.ts'
import { lastFullRun } from '#areas/site-audit/runs/runs.ts'
import type { Reader } from '#kernel/database.ts'
import { severities, type Severity } from '#kernel/publishing-warning.ts'

/** The open issues of one rule, and how they differ from those of the full run before the last one. */
export const issueKind = z.object({
  ruleCode: z.enum(ruleCodes),
  severity: z.enum(severities),
  count: z.int(),
  mendable: z.int().describe('How many have a call that corrects them, or that proposes how'),
  new: z.int().describe('Fired in the last full run, but not in the one before'),
  fixed: z.int().describe('Fixed by the last full run'),
})

/** Open issues by rule: the most severe first, then the most frequent. */
export async function countIssueKinds(db: Reader): Promise<z.input<typeof issueKind>[]> {
  const last = (await lastFullRun(db))?.id ?? ''
  const before = last === '' ? '' : ((await lastFullRun(db, last))?.id ?? '')
  const { rows } = await sql<{
    rule: string
    severity: string
    n: string
    mendable: string
    fresh: string
    gone: string
  }>`
    with one as (
      select rule_code, url, max(severity) as severity, bool_or(mendable) as mendable,
        bool_or(fired) as fired, bool_or(earlier) as earlier, bool_or(gone) as gone, bool_or(mine) as mine
      from (
        select rule_code, url, array_position(array['notice', 'warning', 'error'], severity) as severity,
          fix is not null and ((fix ->> 'complete')::boolean or fix ->> 'operation' = 'generateItemMetadata') as mendable,
          true as mine, false as fired, false as earlier, false as gone
        from app.site_audit_issue where state in ('open', 'regressed')
        union all
        select rule_code, url, 0, false, false, run_id = ${last} and outcome = 'fired', run_id = ${before} and outcome = 'fired',
          run_id = ${last} and outcome = 'fixed'
        from app.site_audit_finding where run_id in (${last}, ${before})) as lists
      group by rule_code, url)
    select rule_code as rule, (array['notice', 'warning', 'error'])[max(severity)] as severity,
      count(*) filter (where mine) as n, count(*) filter (where mine and mendable) as mendable,
      count(*) filter (where mine and fired and not earlier) as fresh, count(*) filter (where gone) as gone
    from one group by rule_code having bool_or(mine)
    order by max(severity) desc, count(*) filter (where mine) desc, rule_code`.execute(db)
  return rows.map(({ rule, severity, n, mendable, fresh, gone }) => ({
    ruleCode: rule as RuleCode,
    severity: severity as Severity,
    count: Number(n),
    mendable: Number(mendable),
    new: Number(fresh),
    fixed: Number(gone),
  }))
}
