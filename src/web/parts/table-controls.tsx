import { useRef } from 'react'

import type { Selection } from '#web/parts/use-selection.ts'

/** The order of a list: its name, such as `title`, or `-title` for the opposite. */
export type Order = { sortOf(name: string): 'ascending' | 'descending' | undefined; press(name: string): void }

/** The order that is asked for, and what a press on the title of a column asks for; dates begin with the latest. */
export function orderOf(asked: string, onOrder: (order: string) => void, isDate: (name: string) => boolean): Order {
  return {
    sortOf: (name) => (asked === name ? 'ascending' : asked === `-${name}` ? 'descending' : undefined),
    press(name) {
      const first = isDate(name) ? `-${name}` : name
      const second = isDate(name) ? name : `-${name}`
      onOrder(asked === first ? second : first)
    },
  }
}

/** The title of a column that orders the list. */
export function SortButton({ title, name, order }: { title: string; name: string; order: Order }) {
  const sorted = order.sortOf(name)
  return (
    <button type="button" onClick={() => order.press(name)} className="min-h-6 hover:text-ink">
      {title}
      <span aria-hidden> {sorted === 'descending' ? '↓' : sorted === 'ascending' ? '↑' : ''}</span>
    </button>
  )
}

type AllProps<Row> = { rows: readonly Row[]; keyOf(row: Row): string; selection: Selection<Row> }

/** Chooses all rows of the page. */
export function SelectAll<Row>({ rows, keyOf, selection }: AllProps<Row>) {
  const chosen = rows.filter((row) => selection.has(keyOf(row))).length
  return (
    <input
      type="checkbox"
      aria-label="Select all rows of this page"
      checked={chosen > 0 && chosen === rows.length}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < rows.length
      }}
      onChange={() => selection.toggleAll(rows)}
    />
  )
}

/** Chooses one row; with Shift, all from the one before. */
export function SelectRow<Row>({ row, rows, name, keyOf, selection }: AllProps<Row> & { row: Row; name: string }) {
  const isRange = useRef(false)
  return (
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      checked={selection.has(keyOf(row))}
      onClick={(event) => {
        isRange.current = event.shiftKey
      }}
      onChange={() => selection.toggle(row, rows, isRange.current)}
    />
  )
}
