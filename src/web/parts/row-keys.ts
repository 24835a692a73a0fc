import { useRef, type FocusEvent, type KeyboardEvent } from 'react'

import { useSingleKeys } from '#web/parts/single-keys.ts'
import type { Selection } from '#web/parts/use-selection.ts'

export type RowKeys<Row> = {
  /** A click anywhere on a row. */
  onOpen?(row: Row): void
  /** The space bar on a row. */
  onPeek?(row: Row): void
}

type Among<Row> = RowKeys<Row> & {
  rows: readonly Row[]
  keyOf(row: Row): string
  selection?: Selection<Row> | undefined
}

/**
 * The keys of a list whose rows have links. Wherever the focus is, `j` and `k` go to the row after or before the one that had it
 * last, at first to the first. On a row `x` chooses and arrows move; on its link
 * the space bar peeks.
 */
export function useRowKeys<Row>({ rows, keyOf, onOpen, onPeek, selection }: Among<Row>) {
  const body = useRef<HTMLTableSectionElement>(null)
  const last = useRef<string>(undefined)
  const step = (by: number) => {
    const links = [...(body.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
    const at = links.findIndex((link) => keyAt(link) === last.current)
    links[at === -1 ? 0 : at + by]?.focus()
  }
  const onRow = (act: (row: Row) => void, where: string) => () => {
    const key = keyAt(document.activeElement?.closest(where))
    const row = rows.find((one) => keyOf(one) === key)
    return row ? act(row) : false
  }
  useSingleKeys({
    ...(onOpen && {
      j: { label: 'The next row', run: () => step(1) },
      k: { label: 'The row before', run: () => step(-1) },
    }),
    ...(selection && { x: { label: 'Choose the row', run: onRow((row) => selection.toggle(row, rows), 'tr') } }),
    ...(onPeek && { ' ': { label: 'Look at the row', run: onRow(onPeek, 'a') } }),
  })
  return {
    ref: body,
    onFocus({ target }: FocusEvent) {
      last.current = keyAt(target)
    },
    onKeyDown(event: KeyboardEvent) {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || !onOpen) return
      step(by)
      event.preventDefault()
    },
  }
}

/** The key of the row in which an element is. */
const keyAt = (element: Element | null | undefined) => element?.closest<HTMLElement>('[data-row]')?.dataset['row']
