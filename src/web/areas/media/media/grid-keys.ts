import type { KeyboardEvent } from 'react'

/** Moves the focus between the links of a grid: to the sides, and to the nearest one above or below. */
export function onGridKeys(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll('a')]
  const at = links.findIndex((link) => link === document.activeElement)
  const next = at === -1 ? undefined : links[at + stepOf(event.key, links)]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function stepOf(key: string, links: readonly HTMLElement[]): number {
  const top = links[0]?.offsetTop
  const first = links.findIndex(({ offsetTop }) => offsetTop !== top)
  const columns = first === -1 ? links.length : first
  return { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[key] ?? Number.NaN
}
