import { median } from '../spread.ts'
import { type Goal, isMet } from './goals.ts'
import type { Range, Row } from './result.ts'

/** The medians of the rounds of one target, figure by figure; rounds that failed a check count as none. */
export function medianRow(rows: readonly Row[], goal: Goal | undefined): Row {
  const [first] = rows
  if (first === undefined) throw new Error('No rounds')
  const whole = rows.filter(({ totalCpuMs }) => totalCpuMs !== null)
  const numbers = (name: keyof Row) => whole.map((row) => row[name]).filter((value) => typeof value === 'number')
  const figures = Object.fromEntries(
    Object.keys(first)
      .filter((name): name is keyof Row => rows.some((row) => typeof row[name as keyof Row] === 'number'))
      .map((name) => [name, whole.length === 0 ? null : median(numbers(name))]),
  )
  const row: Row = { ...(whole[0] ?? first), ...figures, round: 'median', note: notesOf(rows) }
  const spread = {
    ratioRequests: rangeOf(numbers('ratioRequests')),
    ratioCpu: rangeOf(numbers('ratioCpu')),
    totalCpuMs: rangeOf(numbers('totalCpuMs')),
  }
  const met = goal === undefined || first.target === 'baseline' ? null : isMet(goal, row)
  return { ...row, met, spread }
}

function rangeOf(values: readonly number[]): Range {
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)]
}

function notesOf(rows: readonly Row[]): string | null {
  const notes = new Set(rows.map(({ note }) => note).filter((note) => note !== null))
  return notes.size === 0 ? null : [...notes].join('; ')
}
