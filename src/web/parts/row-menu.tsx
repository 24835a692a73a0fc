import type { ReactNode } from 'react'

import { PopoverButton } from '#web/parts/popover-button.tsx'

type Props = {
  label: string
  /** The name of what opens, with the row; the label by default. */
  panel?: string
  children: ReactNode
}

/** What is done seldom with one row of a list, beside the one button for what is mostly done. */
export function RowMenu({ label, panel = label, children }: Props) {
  return (
    <PopoverButton
      label={
        <span title={label}>
          <span aria-hidden>…</span>
          <span className="sr-only">{label}</span>
        </span>
      }
      panel={panel}
      className="min-h-11 px-3 md:min-h-6.5! md:px-2 md:text-sm"
    >
      {children}
    </PopoverButton>
  )
}

type EntryProps = {
  label: string
  /** The row, for people who do not see where the menu is. */
  of?: string
  /** Why it cannot be done right now. */
  reason?: string | null
  onPress?: (() => void) | undefined
}

/** One of the things that can be done. */
export function MenuEntry({ label, of, reason = null, onPress }: EntryProps) {
  return (
    <button
      type="button"
      disabled={reason !== null}
      onClick={(event) => {
        event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
        onPress?.()
      }}
      className="min-h-11 w-full rounded-lg px-2 py-1 text-left text-base enabled:hover:bg-raised disabled:text-muted md:min-h-7"
    >
      {label}
      {of && <span className="sr-only"> {of}</span>}
      {reason && <span className="block text-sm">{reason}</span>}
    </button>
  )
}
