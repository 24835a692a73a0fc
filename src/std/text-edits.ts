/** A range of a text, from `start` to before `end`, and what replaces it. */
export type Edit = { start: number; end: number; text: string }

/** Applies edits to a text. Of overlapping edits, the one that begins first counts. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = ''
  let at = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    if (edit.start < at) continue
    result += text.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return result + text.slice(at)
}

/** The edits that do not overlap, in their order in the text. */
export function withoutOverlaps<E extends Edit>(edits: readonly E[], others: readonly Edit[]): E[] {
  const sorted = others.toSorted((a, b) => a.start - b.start)
  const reach: number[] = []
  for (const other of sorted) reach.push(Math.max(reach.at(-1) ?? 0, other.end))
  let next = 0
  return edits
    .toSorted((a, b) => a.start - b.start)
    .filter((edit) => {
      while ((sorted[next]?.start ?? Infinity) < edit.start) next++
      const isWithin = next > 0 && (reach[next - 1] ?? 0) > edit.start
      return !isWithin && (sorted[next]?.start ?? Infinity) >= edit.end
    })
}
