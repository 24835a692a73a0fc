import type { PerformanceBudgets } from '#areas/site-audit/json-columns.ts'
import type { Finding } from '#areas/site-audit/rules/rule-table.ts'

import type { LabResult } from './samples.ts'

/** The budget that a page exceeds the most, as a finding; undefined: it is within all of them. */
export function budgetFinding(
  result: Omit<LabResult, 'url'>,
  { device, lcpMs, tbtMs, cls, score }: PerformanceBudgets,
): Finding | undefined {
  const upTo = [
    { metric: 'lcp', value: result.lcp, budget: lcpMs },
    { metric: 'tbt', value: result.tbt, budget: tbtMs },
    { metric: 'cls', value: result.cls, budget: cls },
  ].map((one) => ({ ...one, excess: (one.value ?? 0) / Math.max(one.budget ?? 0, 0.001) }))
  const atLeast = {
    metric: 'score',
    value: result.score,
    budget: score,
    excess: (score ?? 0) / Math.max(result.score ?? 0, 1),
  }
  const worst = [...upTo, atLeast]
    .filter(({ value, budget, excess }) => value !== null && budget !== undefined && excess > 1)
    .toSorted((a, b) => b.excess - a.excess)[0]
  if (worst === undefined) return undefined
  const { metric, value, budget } = worst
  return { rule: 'performance_budget', evidence: { metric, value, budget, device } }
}
