export type CsvCell = string | number | boolean | null

/** Lines of RFC 4180. Programs run a text that begins like a formula: it gets an apostrophe, a number does not (exchange.md#cells-are-not-formulas). */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(written).join(',')}\r\n`).join('')
}

function written(value: CsvCell): string {
  if (value === null) return ''
  if (typeof value !== 'string') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
