/** What happened, as an upright line in a chart; `x` in CSS pixels. */
export type Marked = { id: string; name: string; x: number }
/** `label` is what stands at the line, or nothing; `side` is where it stands. */
export type PlacedMark = { id: string; label: string; side: 'left' | 'right' }

/** The width of a character of a chart's text, in CSS pixels, and what is free between two texts. */
export const letter = 6.2
const gap = 8

/**
 * Names the lines of a chart between `from` and `to`: each by its whole name, or, where one of them has no room for it, all by
 * their numbers, which a list explains. Lines too near to each other for a number each share one, such as "2–4".
 */
export function placeMarks(marks: readonly Marked[], { from, to }: { from: number; to: number }): PlacedMark[] {
  return named(marks, { from, to }) ?? numbered(marks)
}

function named(marks: readonly Marked[], { from, to }: { from: number; to: number }): PlacedMark[] | null {
  let free = from
  const placed: PlacedMark[] = []
  for (const [at, { id, name, x }] of marks.entries()) {
    const width = name.length * letter + gap
    const right = marks[at + 1]?.x ?? to
    if (x + width <= right) {
      placed.push({ id, label: name, side: 'right' })
      free = x + width
    } else if (x - width >= free) {
      placed.push({ id, label: name, side: 'left' })
      free = x
    } else return null
  }
  return placed
}

function numbered(marks: readonly Marked[]): PlacedMark[] {
  let first = 0
  return marks.map(({ id, x }, at) => {
    const next = marks[at + 1]
    // The last of those that share a number carries it.
    if (next !== undefined && next.x - x < near) return { id, label: '', side: 'right' }
    const label = first === at ? `${at + 1}` : `${first + 1}–${at + 1}`
    first = at + 1
    return { id, label, side: 'right' }
  })
}

const near = 16
