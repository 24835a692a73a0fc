import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A panel in the browser's top layer, opened by a button with `popoverTarget`; Escape and a click elsewhere close it. */
export function Popover({
  id,
  label,
  className,
  onOpen,
  children,
}: {
  id: string
  label: string
  className: string
  /** Called when the panel is about to be seen: what it shows can be loaded then. */
  onOpen?: () => void
  children: ReactNode
}) {
  return (
    <div
      id={id}
      popover="auto"
      role="group"
      aria-label={label}
      onBeforeToggle={onOpen}
      className={clsx('fixed inset-auto rounded-xl bg-surface p-1.5 text-ink shadow-over', className)}
    >
      {children}
    </div>
  )
}
