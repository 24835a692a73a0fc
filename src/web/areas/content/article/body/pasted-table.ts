import { elementsOf, type HtmlElement } from '#std/html-tree.ts'

/**
 * The rows of a table as the editor has them, where each cell is one column of one row: what is merged is followed by empty cells, so
 * that the others stay in their columns. Null where it only places things on a page: it has one cell, or tables within its cells.
 */
export function rowsOf(table: HtmlElement, cellOf: (cell: HtmlElement) => string): string | null {
  const within = elementsOf(table)
  if (within.some(({ name }) => name === 'table') || within.filter(isCell).length < 2) return null
  // In each column, how many more rows the cell above reaches into.
  const below: number[] = []
  const rows = within.filter(({ name }) => name === 'tr')
  return rows.map((row) => `<tr>${cellsOf(row, below, cellOf)}</tr>`).join('')
}

function cellsOf(row: HtmlElement, below: number[], cellOf: (cell: HtmlElement) => string): string {
  let written = ''
  let column = 0
  const pass = () => {
    for (let more = below[column] ?? 0; more > 0; more = below[column] ?? 0) {
      below[column++] = more - 1
      written += empty
    }
  }
  for (const cell of elementsOf(row).filter(isCell)) {
    pass()
    const width = spanOf(cell, 'colspan')
    written += cellOf(cell) + empty.repeat(width - 1)
    for (const end = column + width; column < end; column++) below[column] = spanOf(cell, 'rowspan') - 1
  }
  pass()
  return written
}

const empty = '<td></td>'
const isCell = ({ name }: HtmlElement) => name === 'td' || name === 'th'

function spanOf({ attributes }: HtmlElement, name: 'colspan' | 'rowspan'): number {
  return Math.min(Math.max(Math.trunc(Number(attributes[name])) || 1, 1), 100)
}
