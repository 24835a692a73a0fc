import { X } from 'lucide-react'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'

import { IconButton } from '#web/parts/icon-button.tsx'
import { Sheet } from '#web/parts/sheet.tsx'

type Props = { title: string; state?: ReactNode; children: ReactNode; isReady?: boolean; onClose(): void }

/**
 * The chosen row of a list beside it: what it is, its facts, what can be done. In narrow windows it is a sheet over the list. Its
 * address belongs in the URL of the screen; Escape closes it.
 */
export function Peek({ title, state, children, isReady = true, onClose }: Props) {
  const isWide = useSyncExternalStore(watch, () => matchMedia(wide).matches)
  useEffect(() => {
    if (!isWide) return
    const hear = (event: KeyboardEvent) => {
      const isElsewhere = event.target instanceof Element && event.target.closest('dialog, [popover], input') !== null
      if (event.key === 'Escape' && !isElsewhere && !event.defaultPrevented) onClose()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [isWide, onClose])

  if (!isWide)
    return (
      <Sheet title={title} over={state} isReady={isReady} onClose={onClose}>
        {children}
      </Sheet>
    )
  return (
    <aside
      aria-label="Peek"
      tabIndex={0}
      className="sticky top-12 h-[calc(100dvh-48px)] w-86 shrink-0 overflow-y-auto border-l border-line bg-surface px-5 pt-2 pb-5 focus-visible:-outline-offset-2"
    >
      <div className="flex items-center justify-between">
        {state ?? <span />}
        <IconButton label="Close" icon={<X strokeWidth={1.75} />} onClick={onClose} className="-mr-2" />
      </div>
      <h2 className="t-sub mt-1 mb-1.5 wrap-anywhere">{title}</h2>
      {children}
    </aside>
  )
}

const wide = '(min-width: 1100px)'

function watch(listener: () => void): () => void {
  const query = matchMedia(wide)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
