import { CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { Button } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { isBusy } from '#web/parts/single-keys.ts'

export type Toast = { id: number; text: string; action?: { label: string; run(): void } }
type Props = { toasts: readonly Toast[]; onClose(id: number): void }

const lasting = 8000

/** The messages, and what each offers. Ctrl or Cmd with Z undoes the last one that can be undone. */
export default function ToastRegion({ toasts, onClose }: Props) {
  const region = useRef<HTMLDivElement>(null)
  // The one that was shown last is on top of the top layer.
  useEffect(() => {
    region.current?.hidePopover()
    region.current?.showPopover()
  }, [toasts])
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const last = toasts.findLast(({ action }) => action?.label === 'Undo')
      if (last === undefined || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return
      if (event.shiftKey || event.altKey || isBusy(event)) return
      event.preventDefault()
      last.action?.run()
      onClose(last.id)
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
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
        <Message key={each.id} toast={each} onClose={() => onClose(each.id)} />
      ))}
    </div>
  )
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
