import { type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps what is current of a row that scrolls sideways in view: on a phone, the last tab would be beyond the edge. `current` says which
 * one it is.
 */
export function useCurrentInView<E extends HTMLElement>(current: unknown): RefObject<E | null> {
  const row = useRef<E>(null)
  useEffect(() => {
    if (row.current !== null) show(row.current)
  }, [current])
  useEffect(() => {
    const element = row.current
    if (element === null) return
    const resized = new ResizeObserver(() => show(element))
    resized.observe(element)
    return () => resized.disconnect()
  }, [])
  return row
}

function show(row: HTMLElement): void {
  const current = row.querySelector('[aria-current="page"], [aria-selected="true"]')
  if (current === null) return
  const [frame, own] = [row.getBoundingClientRect(), current.getBoundingClientRect()]
  if (own.left < frame.left || own.right > frame.right)
    row.scrollLeft += own.left - frame.left - (frame.width - own.width) / 2
}
