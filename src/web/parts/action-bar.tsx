import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/**
 * What can be done with the open thing, where a thumb reaches it: at the bottom of a phone in the place of the navigation. On
 * wider screens its buttons are among those around it.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div
      {...ownBar}
      className={clsx(bottom, 'flex gap-1.5 px-3 py-2 md:contents max-md:[&>button]:grow max-md:[&>button]:px-2')}
    >
      {children}
    </div>
  )
}

/** The bar at the bottom of a screen on which something is decided, at every width: what is to be known, then the buttons. */
export function DecisionBar({ lead, children }: { lead: ReactNode; children: ReactNode }) {
  return (
    <div
      {...ownBar}
      className={clsx(bottom, 'flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2 md:px-8 md:py-3 md:left-52')}
    >
      <div className="min-w-0 grow text-sm text-muted max-md:basis-full">{lead}</div>
      <div className="flex gap-2 max-md:basis-full max-md:[&>*]:grow">{children}</div>
    </div>
  )
}

/** While it is there, the navigation of phones is not: see `BottomBar`. */
const ownBar = { 'data-own-bar': '' }
const bottom = 'fixed inset-x-0 bottom-0 z-10 border-t border-edge bg-paper print:hidden'
