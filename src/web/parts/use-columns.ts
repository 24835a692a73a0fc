import { useState } from 'react'

export type ColumnChoice = {
  /** Every column that can be left out, in their order, and whether it is shown. */
  columns: readonly { title: string; isShown: boolean }[]
  isShown(title: string): boolean
  turn(title: string, isShown: boolean): void
}

/** Which columns of a list a person wants, remembered in this browser under the name of the list. */
export function useColumns(list: string, choosable: readonly { title: string; isOptional?: boolean }[]): ColumnChoice {
  const name = `columns:${list}`
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>(() => read(name))
  const shows = ({ title, isOptional = false }: { title: string; isOptional?: boolean }) => chosen[title] ?? !isOptional
  const columns = choosable.map((column) => ({ title: column.title, isShown: shows(column) }))
  return {
    columns,
    isShown: (title) => columns.find((column) => column.title === title)?.isShown ?? true,
    turn(title, isShown) {
      const next = { ...chosen, [title]: isShown }
      setChosen(next)
      try {
        localStorage.setItem(name, JSON.stringify(next))
      } catch {
        // Without storage it holds until the page is reloaded.
      }
    },
  }
}

function read(name: string): Record<string, boolean> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(Object.entries(kept).filter(([, isShown]) => typeof isShown === 'boolean'))
  } catch {
    return {}
  }
}
