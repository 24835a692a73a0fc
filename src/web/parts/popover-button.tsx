import { useId, useRef, type ReactNode } from 'react'

import { Button, type Look } from '#web/parts/button.tsx'
import { preloading } from '#web/parts/late.ts'

type Props = {
  label: ReactNode
  panel: string
  look?: Look
  width?: number
  className?: string
  /** What the panel shows that is `late`: its code is loaded when somebody is about to press. */
  parts?: readonly object[]
  onOpen?(): void
  children: ReactNode
}

/** Between the panel and its button or the edge of the window, in CSS pixels. */
const gap = 6
/** With less than this below the button, the panel opens above it where there is more. */
const roomy = 280

/** A button that opens a panel below it; Escape and a click elsewhere close it. `panel` is its accessible name. */
export function PopoverButton(props: Props) {
  const { label, panel: name, look = 'plain', width = 240, className, parts = [], onOpen, children } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)

  function place() {
    onOpen?.()
    const at = button.current?.getBoundingClientRect()
    if (!at || !panel.current) return
    const shown = Math.min(width, innerWidth - 2 * gap)
    const left = Math.max(gap, Math.min(at.left, innerWidth - shown - 3 * gap))
    const [above, below] = [at.top - 2 * gap, innerHeight - at.bottom - 3 * gap]
    const isAbove = below < roomy && above > below
    Object.assign(panel.current.style, {
      left: `${left}px`,
      width: `${shown}px`,
      top: isAbove ? 'auto' : `${at.bottom + gap}px`,
      bottom: isAbove ? `${innerHeight - at.top + gap}px` : 'auto',
      maxHeight: `${Math.max(160, isAbove ? above : below)}px`,
    })
  }

  return (
    <>
      <Button ref={button} look={look} popoverTarget={id} className={className} {...preloading(...parts)}>
        {label}
      </Button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="group"
        aria-label={name}
        onBeforeToggle={place}
        className="fixed inset-auto overflow-y-auto rounded-xl bg-surface p-3 text-ink shadow-over"
      >
        {children}
      </div>
    </>
  )
}
