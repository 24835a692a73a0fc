import { clsx } from 'clsx'
import { useId, useRef, type ReactNode } from 'react'

import { useModal } from '#web/parts/use-modal.ts'

type Props = {
  title: string
  children: ReactNode
  /** Called for Escape and for a click outside the dialog; without it, only the dialog's own buttons close it. */
  onDismiss?: (() => void) | undefined
  role?: 'dialog' | 'alertdialog'
  width?: 'narrow' | 'wide'
}

/**
 * A modal dialog in the browser's top layer: it is open as long as it is rendered. Focus goes to the element marked with
 * `data-autofocus`, otherwise to the first field, and returns to the opener at the end. A click outside does not close it once something was
 * changed in it: Escape and its buttons do.
 */
export function Dialog({ title, children, onDismiss, role = 'dialog', width = 'narrow' }: Props) {
  const modal = useModal({ focus: focusFirst, onDismiss })
  const id = useId()
  const isTyped = useRef(false)

  return (
    <dialog
      {...modal}
      role={role}
      aria-labelledby={id}
      onInput={() => {
        isTyped.current = true
      }}
      onPointerDown={(event) => isTyped.current || modal.onPointerDown(event)}
      // A browser closes it at the second Escape whatever the page says: keep it open.
      onKeyDown={(event) => event.key === 'Escape' && !onDismiss && event.preventDefault()}
      className={clsx(
        'm-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] overflow-y-auto rounded-xl bg-surface shadow-over',
        width === 'wide' ? 'max-w-2xl' : 'max-w-md',
      )}
    >
      <div className="p-5 sm:p-6">
        <h2 id={id} className="t-sub mb-3 text-balance">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  )
}

function focusFirst(dialog: HTMLDialogElement): void {
  dialog.querySelector<HTMLElement>('[data-autofocus], input:not([disabled]), select, textarea')?.focus()
}

/** The row of buttons at the end of a dialog. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">{children}</div>
}
