import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import { IconButton } from '#web/parts/icon-button.tsx'

type Props = {
  count: number
  /** What the chosen have in common, in a few words: "all live". */
  about?: string
  /** Only what all of the chosen allow. */
  children: ReactNode
  onClear(): void
}

/** What can be done with the chosen rows of a list, above its end. */
export function BulkBar({ count, about, children, onClear }: Props) {
  if (count === 0) return null
  return (
    <div
      role="toolbar"
      aria-label="Selected"
      className="sticky bottom-4 z-10 mx-auto mt-4 flex w-max max-w-full flex-wrap items-center gap-1.5 rounded-[10px] bg-surface py-2 pr-2 pl-4 shadow-over max-md:bottom-18"
    >
      <p role="status" className="mr-2">
        <b className="font-semibold">{count.toLocaleString('en')} selected</b>
        {about && <span className="text-muted"> {about}</span>}
      </p>
      {children}
      <IconButton label="Clear the selection" icon={<X strokeWidth={1.75} />} onClick={onClear} />
    </div>
  )
}
