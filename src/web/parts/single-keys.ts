import { useEffect, useRef } from 'react'

import { createStore, useStore } from '#web/store.ts'

/** What keys do, by the key or by two in a row: `c`, `/`, `g c`. A key for which `run` returns false keeps what it means to a browser. */
export type Keys = Readonly<Record<string, { label: string; run(): void | false }>>

const kept = 'single-keys'
/** How long the second key of two is waited for, in ms. */
const patience = 1500
const areOn = createStore(read() !== 'off')
/** The keys of everything that is on the page; what came last goes first. */
const heard: { current: Keys }[] = []
let before: { key: string; at: number } | null = null

/** Whether single letters act, and how to turn them off or on in this browser (WCAG 2.1.4). */
export function useSingleKeysSetting(): [boolean, (isOn: boolean) => void] {
  return [useStore(areOn), turn]
}

/**
 * Letters that act on the page as a whole, and the space bar, which cannot be turned off. They do nothing while somebody types,
 * while a dialog is open, with a modifier, or held down.
 */
export function useSingleKeys(keys: Keys): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    if (heard.length === 0) addEventListener('keydown', hear)
    heard.unshift(latest)
    return () => {
      heard.splice(heard.indexOf(latest), 1)
      if (heard.length === 0) removeEventListener('keydown', hear)
    }
  }, [])
}

/** All keys that act right now, with what they do. */
export function keysNow(): { keys: string; label: string }[] {
  const all = heard.flatMap(({ current }) => Object.entries(current).map(([keys, { label }]) => ({ keys, label })))
  return all.filter(({ keys }, index) => all.findIndex((other) => other.keys === keys) === index)
}

function hear(event: KeyboardEvent): void {
  if ((!areOn.get() && event.key !== ' ') || isMeantOtherwise(event)) return
  const key = event.key.toLowerCase()
  const isSecond = before !== null && event.timeStamp - before.at < patience
  const pressed = isSecond && before ? `${before.key} ${key}` : key
  before = null
  const action = heard.map(({ current }) => current[pressed]).find((found) => found !== undefined)
  if (action) {
    if (action.run() !== false) event.preventDefault()
  } else if (!isSecond && heard.some(({ current }) => Object.keys(current).some((name) => name.startsWith(`${key} `))))
    before = { key, at: event.timeStamp }
}

function isMeantOtherwise(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || isBusy(event)
}

/** Whether somebody types, a dialog is open, or the key is held down. */
export function isBusy({ target, repeat }: KeyboardEvent): boolean {
  const isTyping =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'))
  return repeat || isTyping || document.querySelector('dialog[open]') !== null
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
