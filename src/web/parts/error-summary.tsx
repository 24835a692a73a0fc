import { useEffect, useRef, type ReactNode } from 'react'

import { Notice } from '#web/parts/notice.tsx'

/** What prevents submitting a form, above it; takes the focus when it appears. */
export function ErrorSummary({ children }: { children: ReactNode }) {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => summary.current?.focus(), [])
  return (
    <div ref={summary} tabIndex={-1} className="rounded-xl">
      <Notice tone="bad" role="alert">
        {children}
      </Notice>
    </div>
  )
}
