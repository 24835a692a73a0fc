import { useSingleKeys } from '#web/parts/single-keys.ts'

/** The keys of the board: j and k go from card to card; a and r only focus what decides, Enter presses it. */
export function useBoardKeys(): void {
  useSingleKeys({
    j: { label: 'The next topic', run: () => step(1) },
    k: { label: 'The topic before', run: () => step(-1) },
    a: { label: 'Focus Approve', run: () => focusButton('Approve') },
    r: { label: 'Focus Reject', run: () => focusButton('Reject…') },
  })
}

const cards = () => [...document.querySelectorAll<HTMLElement>('[data-topic]')]
const current = () => document.activeElement?.closest<HTMLElement>('[data-topic]') ?? null

function step(by: number): void {
  const all = cards()
  const at = current()
  const next = at === null ? all[0] : all[all.indexOf(at) + by]
  next?.focus()
}

/** The button of this name on the card that has the focus, else the first one of the board. */
function focusButton(name: string): void {
  const within = current() ? [current()] : cards()
  const buttons = within.flatMap((card) => [...(card?.querySelectorAll('button') ?? [])])
  buttons.find(({ textContent }) => textContent === name)?.focus()
}
