import { type Finding, ruleTable } from '#areas/site-audit/rules/rule-table.ts'

const base = { error: 60, warning: 30, notice: 10 }

/** What a page has against the page of the run that has most of it. */
type Share = { clicks: number; mostClicks: number; inlinks: number; mostInlinks: number }

/** How much a finding is worth, 0 to 100: its severity, and how many people come to its page, else how much of the site leads there. */
export function priorityOf({ rule, severity }: Finding, { clicks, mostClicks, inlinks, mostInlinks }: Share): number {
  const linked = mostInlinks === 0 ? 0 : inlinks / mostInlinks / 2
  const share = mostClicks === 0 ? linked : clicks / mostClicks
  return base[severity ?? ruleTable[rule].severity] + Math.round(40 * share)
}
