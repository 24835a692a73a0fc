import type { ReactNode } from 'react'

/** The bar at the bottom of a screen on which something is decided, at every width: what is to be known, then the buttons. */
export function DecisionBar({ lead, children }: { lead: ReactNode; children: ReactNode }) {
  return (
    <div className="own-bar flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-2 md:left-52 md:px-8 md:py-3">
      <div className="min-w-0 grow text-sm text-muted max-md:basis-full">{lead}</div>
      <div className="flex flex-wrap gap-2 max-md:basis-full max-md:[&>*]:grow">{children}</div>
    </div>
  )
}
