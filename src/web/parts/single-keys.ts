import { useEffect, useRef } from 'react'
import { createStore, useStore } from '#web/store.ts'

const kept = 'single-keys'
const areOn = createStore(read() !== 'off')

/** Whether single letters act, and how to turn them off or on in this browser (WCAG 2.1.4). */
export function useSingleKeysSetting(): [boolean, (isOn: boolean) => void] {
  return [useStore(areOn), turn]
}

/**
 * Letters that act on the page as a whole. They do nothing while somebody types, while a dialog is open, with a modifier, or
 * held down.
 */
export function useSingleKeys(actions: Readonly<Record<string, () => void>>): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const action = latest.current[event.key.toLowerCase()]
      if (!action || !areOn.get() || isMeantOtherwise(event)) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  }, [])
}

function isMeantOtherwise({ target, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
  return repeat || ctrlKey || metaKey || altKey || isTyping || document.querySelector('dialog[open]') !== null
}

function turn(isOn: boolean): void {
  areOn.set(isOn)
  try {
    if (isOn) localStorage.removeItem(kept)
    else localStorage.setItem(kept, 'off')
  } catch {
    // Without storage it holds until the page is reloaded.
  }
}

function read(): string | null {
  try {
    return localStorage.getItem(kept)
  } catch {
    return null
  }
}
