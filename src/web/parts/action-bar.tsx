import type { ReactNode } from 'react'

/**
 * What can be done with the open thing, where a thumb reaches it: at the bottom of a phone, where it replaces the navigation. On
 * wider screens its buttons are among those around it.
 */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div className="own-bar flex gap-1.5 px-3 py-2 md:contents max-md:[&>button]:grow max-md:[&>button]:px-2">
      {children}
    </div>
  )
}
