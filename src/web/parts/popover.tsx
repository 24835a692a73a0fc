import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** A panel in the browser's top layer, opened by a button with `popoverTarget`; Escape and a click elsewhere close it. */
export function Popover({
  id,
  label,
  className,
  children,
}: {
  id: string
  label: string
  className: string
  children: ReactNode
}) {
  return (
    <div
      id={id}
      popover="auto"
      role="group"
      aria-label={label}
      className={clsx('fixed inset-auto rounded-xl bg-surface p-1.5 text-ink shadow-over', className)}
    >
      {children}
    </div>
  )
}
