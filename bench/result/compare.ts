import { digits } from './print.ts'
import type { Result, Row } from './result.ts'

type Change = { row: string; ratio: string; before: number; after: number }

/** Ratios of both results, row by row: processor time and speed on different machines say nothing. */
export function changesBetween(before: Result, after: Result): Change[] {
  const known = new Map(mediansOf(before).map((row) => [keyOf(row), row]))
  return mediansOf(after).flatMap((row) => {
    const earlier = known.get(keyOf(row))
    if (earlier === undefined) return []
    return (['ratioCpu', 'ratioRequests'] as const).flatMap((name): Change[] => {
      const [a, b] = [earlier[name], row[name]]
      return a === null || b === null ? [] : [{ row: keyOf(row), ratio: name, before: a, after: b }]
    })
  })
}

export function printComparison(before: Result, after: Result): void {
  console.log(`\nCompared with ${before.commit} of ${before.startedAt}; ratios to the baseline of each run`)
  for (const { row, ratio, before: a, after: b } of changesBetween(before, after))
    console.log(
      `${row.padEnd(44)} ${ratio.padEnd(14)} ${digits(a).padStart(8)} -> ${digits(b).padStart(8)}  ${percent(a, b)}`,
    )
}

/** Goals that the median misses, and every round too. */
export function missedGoals({ rows, lifecycle }: Pick<Result, 'rows' | 'lifecycle'>): string[] {
  const met = new Set(rows.filter((row) => row.met === true).map(keyOf))
  const ofRows = rows
    .filter((row) => row.round === 'median' && row.met === false && !met.has(keyOf(row)))
    .map((row) => `${keyOf(row)}: ${row.goal}`)
  return [...ofRows, ...lifecycle.filter(({ met }) => met === false).map(({ id, goal }) => `${id}: ${goal}`)]
}

function keyOf({ id, engine, items, organizations }: Row): string {
  return `${id} ${engine} ${items}/${organizations}`
}

function mediansOf({ rows }: Result): Row[] {
  return rows.filter(({ round, target }) => round === 'median' && target === 'product')
}

function percent(before: number, after: number): string {
  const change = (after / before - 1) * 100
  return `${change >= 0 ? '+' : ''}${change.toFixed(0)} %`
}
