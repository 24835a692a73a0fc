import { clsx } from 'clsx'
import { SlidersHorizontal } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'

import { Button } from '#web/parts/button.tsx'

type Props = {
  /** How many are set. */
  count: number
  children: ReactNode
  className?: string
  onClear(): void
}

/** What narrows a list; on a phone it collapses. */
export function FoldedFilters({ count, children, className, onClear }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <Button className="w-full md:hidden" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        <SlidersHorizontal aria-hidden strokeWidth={1.75} /> Filter{count > 0 && ` (${count})`}
      </Button>
      <div
        id={id}
        className={clsx('flex flex-wrap gap-2 [&_select]:max-md:w-full', className, !isOpen && 'max-md:hidden')}
      >
        {children}
        {count > 0 && (
          <Button look="quiet" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
    </>
  )
}
