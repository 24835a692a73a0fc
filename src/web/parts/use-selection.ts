import { useEffect, useState } from 'react'

/** The chosen rows of a list, by their keys; they stay chosen while one pages, filters and sorts. */
export type Selection<Row> = {
  rows: ReadonlyMap<string, Row>
  has(key: string): boolean
  /** Chooses a row or leaves it out; with `isRange`, all from the one that was chosen before. */
  toggle(row: Row, among: readonly Row[], isRange?: boolean): void
  /** Chooses all of these rows, or leaves them out where all are chosen. */
  toggleAll(among: readonly Row[]): void
  add(rows: readonly Row[]): void
  /** Leaves out all of them, wherever they were chosen. */
  clear(): void
}

type Options<Row> = {
  keyOf(row: Row): string
  /** Whose list of what it is: nothing that was chosen there is chosen elsewhere. */
  owner: string
  /** Where the list is: what is chosen there is chosen again when somebody comes back. */
  address: string
}

/** What was chosen, by owner and address, until the page is loaded again (web.md#a-selection-waits). */
const kept = new Map<string, ReadonlyMap<string, unknown>>()

export function useSelection<Row>({ keyOf, owner, address }: Options<Row>): Selection<Row> {
  const keptAs = owner + address
  const begin = () => ({ owner, rows: keptRows<Row>(keptAs) })
  const [chosen, setChosen] = useState(begin)
  const [last, setLast] = useState('')
  if (chosen.owner !== owner) setChosen(begin)
  const { rows } = chosen
  useEffect(() => void kept.set(keptAs, rows))
  const has = (key: string) => rows.has(key)
  const set = (next: ReadonlyMap<string, Row>) => setChosen({ owner, rows: next })
  const put = (some: readonly Row[], isIn: boolean) => {
    const next = new Map(rows)
    for (const row of some) {
      if (isIn) next.set(keyOf(row), row)
      else next.delete(keyOf(row))
    }
    set(next)
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
    clear() {
      kept.clear()
      set(new Map())
    },
  }
}

/** Only the list that kept them reads them: its name is in the key. */
function keptRows<Row>(keptAs: string): ReadonlyMap<string, Row> {
  return (kept.get(keptAs) ?? new Map()) as ReadonlyMap<string, Row>
}
