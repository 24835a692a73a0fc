import type { KeyboardEvent } from 'react'

import type { Selection } from '#web/parts/use-selection.ts'

export type RowKeys<Row> = {
  /** A click anywhere on a row. */
  onOpen?(row: Row): void
  /** The space bar on the link of a row. */
  onPeek?(row: Row): void
}

type Among<Row> = RowKeys<Row> & {
  rows: readonly Row[]
  keyOf(row: Row): string
  selection?: Selection<Row> | undefined
}

/** What keys do on the link of a row: move to the next one or the one before, choose, peek. */
export function onRowKeys<Row>(
  event: KeyboardEvent<HTMLElement>,
  { rows, keyOf, onPeek, selection }: Among<Row>,
): void {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const at = links.findIndex((link) => link === event.target)
  if (at === -1) return
  const key = links[at]?.closest<HTMLElement>('[data-row]')?.dataset['row']
  const row = rows.find((one) => keyOf(one) === key)
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
  if (step !== undefined) links[at + step]?.focus()
  else if (event.key === 'x' && row && selection) selection.toggle(row, rows)
  else if (event.key === ' ' && row && onPeek) onPeek(row)
  else return
  event.preventDefault()
}
