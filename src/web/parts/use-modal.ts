import { useEffect, useRef, type PointerEvent, type RefObject, type SyntheticEvent } from 'react'

type Options = {
  /** What takes the focus when it opens; without it, what the browser chooses. */
  focus?(dialog: HTMLDialogElement): void
  /** Called for Escape and for a click outside. */
  onDismiss?: (() => void) | undefined
}

/**
 * Puts a `dialog` into the browser's top layer for as long as it is rendered. At the end the focus returns to what had it.
 */
export function useModal({ focus, onDismiss }: Options): {
  ref: RefObject<HTMLDialogElement | null>
  onCancel(event: SyntheticEvent): void
  onPointerDown(event: PointerEvent): void
} {
  const ref = useRef<HTMLDialogElement>(null)
  const first = useRef(focus)
  useEffect(() => {
    const dialog = ref.current
    const opener = openerOf(document.activeElement)
    dialog?.showModal()
    if (dialog) first.current?.(dialog)
    return () => {
      dialog?.close()
      opener?.focus()
    }
  }, [])
  return {
    ref,
    onCancel(event) {
      // React hands it on to the dialog around one, the browser does not.
      if (event.target !== event.currentTarget) return
      event.preventDefault()
      onDismiss?.()
    },
    onPointerDown(event) {
      if (event.target === event.currentTarget) onDismiss?.()
    },
  }
}

/** What takes the focus afterwards; a panel that closes when the dialog opens leaves it to the button that shows it. */
function openerOf(active: Element | null): HTMLElement | null {
  const panel = active?.closest('[popover]')
  const opener = panel ? document.querySelector(`[popovertarget="${panel.id}"]`) : active
  return opener instanceof HTMLElement ? opener : null
}
