/** What types, and what chooses in a list, a box or a row of buttons. */
const changing = ['beforeinput', 'mousedown', 'keydown', 'click'] as const

/**
 * For the `ref` of a form. In a dialog a form that has been sent goes when it is answered, and what is changed meanwhile would go with
 * it: so its fields take nothing. Their focus and their looks stay as they are, unlike those of a disabled field.
 */
export function takeNothingWhileSent(form: HTMLFormElement | null): void {
  if (form === null || form.closest('dialog') === null) return
  for (const kind of changing) form.addEventListener(kind, refuseWhileSent)
}

function refuseWhileSent(event: Event): void {
  const { currentTarget: form, target: field } = event
  if (!(form instanceof Element && field instanceof Element)) return
  if (!form.querySelector('[type=submit][aria-disabled=true]') || !changes(field, event)) return
  event.preventDefault()
  // React would hear of a box that is about to be checked.
  event.stopPropagation()
}

function changes(field: Element, event: Event): boolean {
  if (event.type === 'beforeinput') return true
  if (event.type === 'click') return field.matches('[type=checkbox], [type=radio]')
  const leaves = event instanceof KeyboardEvent && ['Tab', 'Escape'].includes(event.key)
  return field.matches('select') && !leaves
}
