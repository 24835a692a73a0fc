import { type CsvCell, csvText } from '#std/csv-text.ts'

/** The text of a CSV file: a line of names, then one for each row. */
export function csvOf<Name extends string>(
  names: readonly Name[],
  rows: readonly Readonly<Partial<Record<Name, unknown>>>[],
): string {
  return csvText([names, ...rows.map((row) => names.map((name) => cell(row[name])))])
}

/** What is more than a text or a number is written as JSON. */
function cell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value)
}
