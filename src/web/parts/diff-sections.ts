export type DiffLine = { kind: 'same' | 'added' | 'removed' | 'gap'; text: string }
/** `at` is the first line of the later text that it is about, counted from 0. */
type Hunk = { at: number; lines: DiffLine[] }
export type DiffSection = { field: string; lines: DiffLine[]; hunks: Hunk[] }

const hunk = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

/**
 * A unified diff by field. How many lines belong to a hunk is what its head says: a line of a text that looks like a head is a
 * line, so that nothing of a text is hidden.
 */
export function diffSections(diff: string): DiffSection[] {
  const sections: DiffSection[] = []
  let section: DiffSection = { field: '', lines: [], hunks: [] }
  let [removed, added] = [0, 0]
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const head = removed + added > 0 ? null : hunk.exec(line)
    if (removed + added > 0) {
      const kind = kinds[line.charAt(0)] ?? 'same'
      if (kind !== 'added') removed -= 1
      if (kind !== 'removed') added -= 1
      const read = { kind, text: line.slice(1) }
      section.lines.push(read)
      section.hunks.at(-1)?.lines.push(read)
    } else if (head !== null) {
      if (section.lines.length > 0) section.lines.push({ kind: 'gap', text: '' })
      ;[removed, added] = [Number(head[1] ?? 1), Number(head[3] ?? 1)]
      // Of lines that were only removed the head names the line before them.
      section.hunks.push({ at: Number(head[2]) - (added === 0 ? 0 : 1), lines: [] })
    } else if (line.startsWith('--- ')) {
      section = { field: line.slice(4).replace(/ \(revision \d+\)$/, ''), lines: [], hunks: [] }
      sections.push(section)
    }
  }
  return sections
}

const kinds: Record<string, DiffLine['kind']> = { '+': 'added', '-': 'removed' }

/** The text before a change, from the one after it and what its diff says. */
export function textBefore(after: string, { hunks }: Pick<DiffSection, 'hunks'>): string {
  const lines = after.replace(/\n$/, '').split('\n')
  const before: string[] = []
  let at = 0
  for (const { at: start, lines: changed } of hunks) {
    before.push(...lines.slice(at, start))
    at = start
    for (const { kind, text } of changed) {
      if (kind !== 'added') before.push(text)
      if (kind !== 'removed') at += 1
    }
  }
  return [...before, ...lines.slice(at)].join('\n')
}
