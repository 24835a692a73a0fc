import { type Finding, ruleTable } from '#areas/site-audit/rules/rule-table.ts'

const base = { error: 60, warning: 30, notice: 10 }

/** How much a finding is worth, 0 to 100: its severity, and how much of the site leads to its page. */
export function priorityOf({ rule, severity }: Finding, { inlinks, most }: { inlinks: number; most: number }): number {
  const share = most === 0 ? 0 : inlinks / most / 2
  return base[severity ?? ruleTable[rule].severity] + Math.round(40 * share)
}
