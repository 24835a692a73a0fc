import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import { Button } from '#web/parts/button.tsx'
import { PopoverButton } from '#web/parts/popover-button.tsx'

/** A filter that is set: what it is about, what it asks for, and how it goes. */
export type SetFilter = { name: string; value: string; clear(): void }

type Props = {
  set: readonly SetFilter[]
  /** The fields that set filters. */
  children: ReactNode
  onClear(): void
  /** Called when the fields are about to be seen: what they offer can be read then. */
  onOpen?(): void
  /** Those of the fields that are `late`. */
  parts?: readonly object[]
}

/** What narrows a list: each filter that is set, to take it away, and the button for more. */
export function FilterBar({ set, children, onClear, onOpen, parts = [] }: Props) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      {set.map(({ name, value, clear }) => (
        <span
          key={name}
          className="inline-flex min-h-11 max-w-full min-w-0 items-center gap-1.5 rounded-lg border border-edge bg-raised pl-2.5 md:min-h-7.5"
        >
          {name} <b className="truncate font-medium">{value}</b>
          <button
            type="button"
            aria-label={`Clear ${name}: ${value}`}
            onClick={clear}
            className="grid size-11 place-items-center rounded-lg text-muted hover:text-ink md:size-7"
          >
            <X aria-hidden size={14} strokeWidth={1.75} />
          </button>
        </span>
      ))}
      <PopoverButton
        label={
          <>
            <span aria-hidden>+</span> Filter
          </>
        }
        panel="Filter"
        look="quiet"
        width={280}
        parts={parts}
        {...(onOpen ? { onOpen } : {})}
      >
        <div className="flex flex-col gap-3 [&_label]:t-label">{children}</div>
      </PopoverButton>
      {set.length > 1 && (
        <Button look="quiet" onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  )
}
