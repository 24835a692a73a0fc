import { type ReactNode, useState } from 'react'

import { Button } from '#web/parts/button.tsx'
import { useWide } from '#web/parts/use-wide.ts'

type Props<T> = {
  all: readonly T[]
  few: number
  /** What the button shows: "All 14 questions". */
  more: string
  /** Whether one of the rest is what somebody has chosen. */
  isWhole?: boolean
  children(shown: readonly T[]): ReactNode
}

/** The first few of a list on a phone, and a button for all of them: what comes after the list is near. Elsewhere the whole list. */
export function FewOnPhone<T>({ all, few, more, isWhole = false, children }: Props<T>) {
  const isWide = useWide(640)
  const [isOpen, setOpen] = useState(isWhole)
  // A button for a single one would be as long as that one.
  const isFolded = !isWide && all.length > few + 1
  return (
    <>
      {children(isFolded && !isOpen ? all.slice(0, few) : all)}
      {isFolded && (
        <Button look="quiet" className="w-full" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : more}
        </Button>
      )}
    </>
  )
}
