import { CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { Button } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { createStore, useStore } from '#web/store.ts'

type Toast = { id: number; text: string; action?: { label: string; run(): void } }

const shown = createStore<readonly Toast[]>([])
const lasting = 8000
let count = 0

/** Says what was done, for 8 seconds, with an undo where there is one. It never takes the focus. */
export function toast(text: string, action?: Toast['action']): void {
  shown.set([...shown.get().slice(-2), { id: ++count, text, ...(action ? { action } : {}) }])
}

/** Where toasts appear: once, in the shell, above dialogs too. */
export function Toasts() {
  const toasts = useStore(shown)
  const region = useRef<HTMLDivElement>(null)
  // The one that was shown last is on top of the top layer.
  useEffect(() => {
    region.current?.hidePopover()
    if (toasts.length > 0) region.current?.showPopover()
  }, [toasts])
  return (
    <div
      ref={region}
      popover="manual"
      role="status"
      aria-label="Messages"
      className="fixed inset-auto right-4 bottom-18 left-4 md:bottom-4 flex-col gap-2 bg-transparent open:flex sm:left-auto sm:w-96"
    >
      {toasts.map((each) => (
        <Message key={each.id} toast={each} onClose={() => close(each.id)} />
      ))}
    </div>
  )
}

function close(id: number): void {
  shown.set(shown.get().filter((toast) => toast.id !== id))
}

function Message({ toast: { text, action }, onClose }: { toast: Toast; onClose(): void }) {
  const [isHeld, setHeld] = useState(false)
  // The clock stops under the pointer and the focus.
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onClose, lasting)
    return () => clearTimeout(timer)
  })
  return (
    <div
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="flex items-center gap-3 rounded-xl bg-surface py-2 pr-2 pl-4 text-ink shadow-over"
    >
      <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="text-ok-ink" />
      <p className="min-w-0 flex-1">{text}</p>
      {action && (
        <Button
          look="quiet"
          onClick={() => {
            action.run()
            onClose()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label="Dismiss" icon={<X strokeWidth={1.75} />} onClick={onClose} />
    </div>
  )
}
