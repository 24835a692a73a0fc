import { useEffect, useRef, type PointerEvent, type RefObject, type SyntheticEvent } from 'react'

type Options = {
  /** What takes the focus when it opens; without it, what the browser chooses. */
  focus?(dialog: HTMLDialogElement): void
  /** Called for Escape and for a click outside. */
  onDismiss?: (() => void) | undefined
}

/**
 * Puts a `dialog` into the browser's top layer for as long as it is rendered. At the end the focus returns to what had it. While a
 * form in it is being sent, nothing can be typed or chosen in that.
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
    for (const kind of changing) dialog?.addEventListener(kind, refuseWhileSent)
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

/** What types, and what chooses in a list, a box or a row of buttons. */
const changing = ['beforeinput', 'mousedown', 'keydown', 'click'] as const

/**
 * A form that has been sent goes when it is answered, and what is changed meanwhile would go with it: so its fields take nothing. Their
 * focus and their looks stay as they are, unlike those of a disabled field.
 */
function refuseWhileSent(event: Event): void {
  const field = event.target instanceof Element ? event.target : null
  if (!field?.closest('form')?.querySelector('[type=submit][aria-disabled=true]')) return
  if (event.type !== 'beforeinput' && !chooses(field, event)) return
  event.preventDefault()
  // React would hear of a box that is about to be checked.
  event.stopPropagation()
}

function chooses(field: Element, event: Event): boolean {
  if (event.type === 'click') return field.matches('[type=checkbox], [type=radio]')
  const leaves = event instanceof KeyboardEvent && ['Tab', 'Escape'].includes(event.key)
  return field.matches('select') && !leaves
}

/** What takes the focus afterwards; a panel that closes when the dialog opens leaves it to the button that shows it. */
function openerOf(active: Element | null): HTMLElement | null {
  const panel = active?.closest('[popover]')
  const opener = panel ? document.querySelector(`[popovertarget="${panel.id}"]`) : active
  return opener instanceof HTMLElement ? opener : null
}
