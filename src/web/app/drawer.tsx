import { useEffect, useRef, type ReactNode } from 'react'

/** The sidebar of narrow windows: a modal panel at the left edge. */
export function Drawer({ label, onClose, children }: { label: string; onClose(): void; children: ReactNode }) {
  const panel = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = panel.current
    const opener = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={panel}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-surface shadow-overlay"
    >
      {children}
    </dialog>
  )
}
