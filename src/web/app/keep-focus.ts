/** What takes the focus from a control that went away, by what it is about: a card or row that is drawn again elsewhere. */
const drawnAgain = ['data-topic', 'data-keeps-focus']

/** How long after a control went away the focus is looked after, in ms: what replaces it may still be read. */
const patience = 3000

let isKept = false

/**
 * Keeps the focus of a person who works by the keyboard (web.md#focus-is-kept): a browser drops it to the body when the control that has
 * it is removed or disabled. It goes to the same control once that is enabled again, else to what the control was about, else to the
 * heading of the screen. A dialog that closes has returned it to its opener by then.
 */
export function keepFocus(page: Document = document): void {
  if (isKept) return
  isKept = true
  let last: { control: HTMLElement; again: string | undefined } | null = null
  let waiting: ReturnType<typeof setTimeout> | undefined
  page.addEventListener('focusin', ({ target }) => {
    clearTimeout(waiting)
    last = target instanceof HTMLElement ? { control: target, again: againBy(target) } : null
  })
  // Whoever presses elsewhere with the mouse has let go of it.
  page.addEventListener('pointerdown', () => (last = null), true)
  const look = (since: number) => {
    if (last === null || page.activeElement !== page.body) return
    const { control, again } = last
    if (!isGone(control)) return control.focus()
    const place = again === undefined ? null : page.querySelector<HTMLElement>(again)
    if (place?.hasAttribute('tabindex')) return place.focus()
    if (performance.now() - since > patience || !control.isConnected)
      return page.querySelector<HTMLElement>('main h1[tabindex]')?.focus()
    waiting = setTimeout(() => look(since), 50)
  }
  new MutationObserver(() => {
    clearTimeout(waiting)
    if (last !== null && page.activeElement === page.body && isGone(last.control))
      waiting = setTimeout(() => look(performance.now()), 50)
  }).observe(page.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] })
}

/** Whether a control cannot have the focus: it was removed, or does nothing right now. */
const isGone = (control: Element): boolean => !control.isConnected || control.matches(':disabled')

/** How to find again what a control is about, if that says so. */
function againBy(control: Element): string | undefined {
  for (const name of drawnAgain) {
    const id = control.closest(`[${name}]`)?.getAttribute(name)
    if (id) return `[${name}="${CSS.escape(id)}"]`
  }
  return undefined
}
