import type { Fact, Row } from './result.ts'

/** One line per row, under the columns of `printHead`. */
export function printRow(row: Row): void {
  const { totalCpuMs } = row
  if (totalCpuMs === null) return console.log(`${nameOf(row)}  no figure: ${row.note ?? ''}`)
  const cells = columns.map(({ width, of }) => of(row).padStart(width))
  console.log(`${nameOf(row)}${cells.join('')}  ${verdictOf(row)}`)
}

export function printHead(): void {
  console.log(`${''.padEnd(nameWidth)}${columns.map(({ name, width }) => name.padStart(width)).join('')}`)
}

export function printFact({ id, engine, value, unit, goal, met, note }: Fact): void {
  const shown = value === null ? 'no figure' : `${digits(value)} ${unit}`
  console.log(
    `${`${id}${engine === null ? '' : ` (${engine})`}`.padEnd(nameWidth + 20)} ${shown.padStart(14)}  ${verdict(goal, met)}${note === null ? '' : `  ${note}`}`,
  )
}

/** Three digits that count. */
export function digits(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '-'
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return value.toFixed(Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3)
}

/** A verdict as tables show it. */
export function verdict(goal: string | null, met: boolean | null): string {
  if (goal === null) return ''
  return `${goal}: ${met === null ? 'not judged' : met ? 'met' : 'MISSED'}`
}

const nameWidth = 46

function nameOf({ id, engine, target }: Row): string {
  return `${id} ${engine}${target === 'baseline' ? ' (baseline)' : ''}`.padEnd(nameWidth)
}

function verdictOf({ goal, met, note }: Row): string {
  return [verdict(goal, met), note ?? ''].filter((each) => each !== '').join('; ')
}

const columns: readonly { name: string; width: number; of: (row: Row) => string }[] = [
  { name: 'req/s', width: 8, of: (row) => digits(row.requestsPerSecond) },
  { name: 'p50', width: 7, of: (row) => digits(row.p50Ms) },
  { name: 'p99 ms', width: 8, of: (row) => digits(row.p99Ms) },
  { name: 'bytes', width: 8, of: (row) => String(row.bytes ?? '-') },
  { name: 'CPU node', width: 10, of: (row) => digits(row.nodeCpuMs) },
  { name: 'db', width: 8, of: (row) => digits(row.databaseCpuMs) },
  { name: 'sum ms', width: 8, of: (row) => digits(row.totalCpuMs) },
  { name: 'x CPU', width: 8, of: (row) => digits(row.ratioCpu) },
  { name: 'x req', width: 7, of: (row) => digits(row.ratioRequests) },
  { name: 'stmts', width: 7, of: (row) => digits(row.statements) },
  { name: 'msgs', width: 7, of: (row) => digits(row.messages) },
  { name: 'MB', width: 6, of: (row) => row.rssMb?.toFixed(0) ?? '-' },
  { name: 'load', width: 11, of: ({ load1Before, load1After }) => `${digits(load1Before)}/${digits(load1After)}` },
]
