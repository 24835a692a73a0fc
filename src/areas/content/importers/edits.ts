/** A place of a text, from `start` to before `end`, and what stands there afterwards. */
export type Edit = { start: number; end: number; text: string }

/** Makes edits in a text. Of edits that overlap the one that begins first counts. */
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

export function overlapsAny(edit: Edit, others: readonly Edit[]): boolean {
  return others.some((other) => edit.start < other.end && other.start < edit.end)
}
