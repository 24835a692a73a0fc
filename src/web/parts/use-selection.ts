import { useState } from 'react'

/** The chosen rows of a list, by their keys; they stay chosen while one pages, filters and sorts. */
export type Selection<Row> = {
  rows: ReadonlyMap<string, Row>
  has(key: string): boolean
  /** Chooses a row or leaves it out; with `isRange`, all from the one that was chosen before. */
  toggle(row: Row, among: readonly Row[], isRange?: boolean): void
  /** Chooses all of these rows, or leaves them out where all are chosen. */
  toggleAll(among: readonly Row[]): void
  add(rows: readonly Row[]): void
  clear(): void
}

export function useSelection<Row>(keyOf: (row: Row) => string): Selection<Row> {
  const [rows, setRows] = useState<ReadonlyMap<string, Row>>(new Map())
  const [last, setLast] = useState<string | null>(null)
  const has = (key: string) => rows.has(key)
  const put = (some: readonly Row[], isIn: boolean) => {
    const next = new Map(rows)
    for (const row of some) {
      if (isIn) next.set(keyOf(row), row)
      else next.delete(keyOf(row))
    }
    setRows(next)
  }
  return {
    rows,
    has,
    toggle(row, among, isRange = false) {
      const key = keyOf(row)
      const from = among.findIndex((one) => keyOf(one) === last)
      const to = among.findIndex((one) => keyOf(one) === key)
      const range = isRange && from >= 0 ? among.slice(Math.min(from, to), Math.max(from, to) + 1) : [row]
      put(range, !has(key))
      setLast(key)
    },
    toggleAll: (among) => put(among, !among.every((row) => has(keyOf(row)))),
    add: (some) => put(some, true),
    clear: () => setRows(new Map()),
  }
}
