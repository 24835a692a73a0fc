export type DiffLine = { kind: 'same' | 'added' | 'removed' | 'gap'; text: string }
export type DiffSection = { field: string; lines: DiffLine[] }

const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/

/**
 * A unified diff by field. How many lines belong to a hunk is what its head says: a line of a text that looks like a head is a
 * line, so that nothing of a text is hidden.
 */
export function diffSections(diff: string): DiffSection[] {
  const sections: DiffSection[] = []
  let lines: DiffLine[] = []
  let [removed, added] = [0, 0]
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const head = removed + added > 0 ? null : hunk.exec(line)
    if (removed + added > 0) {
      const kind = kinds[line.charAt(0)] ?? 'same'
      if (kind !== 'added') removed -= 1
      if (kind !== 'removed') added -= 1
      lines.push({ kind, text: line.slice(1) })
    } else if (head !== null) {
      if (lines.length > 0) lines.push({ kind: 'gap', text: '' })
      ;[removed, added] = [Number(head[1] ?? 1), Number(head[2] ?? 1)]
    } else if (line.startsWith('--- ')) {
      lines = []
      sections.push({ field: line.slice(4).replace(/ \(revision \d+\)$/, ''), lines })
    }
  }
  return sections
}

const kinds: Record<string, DiffLine['kind']> = { '+': 'added', '-': 'removed' }
