import type { ReactNode } from 'react'

import { useModal } from '#web/parts/use-modal.ts'

/** The sidebar of narrow windows: a modal panel at the left edge. */
export function Drawer({ label, onClose, children }: { label: string; onClose(): void; children: ReactNode }) {
  const modal = useModal({ onDismiss: onClose })
  return (
    <dialog
      {...modal}
      aria-label={label}
      className="slide-in m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-paper shadow-over"
    >
      {children}
    </dialog>
  )
}
