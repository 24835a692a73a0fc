import type { Edit } from './text-edits.ts'

/**
 * Where the code in a Markdown text is: fences, indented blocks and spans. One pass over the lines, whatever they contain; no
 * parser is that fast.
 */
export function codeRanges(source: string): Edit[] {
  const ranges: Edit[] = []
  let fence: { mark: string; start: number; isInEntry: boolean } | null = null
  let paragraph = { start: 0, end: 0 }
  let [wasBlank, wasIndented, isInList] = [true, false, false]

  for (const { start, end } of linesOf(source)) {
    const line = source.slice(start, end)
    const mark = /^[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)?(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1]
    const isBlank = line.trim() === ''
    const isIndented: boolean = /^(?: {4}|\t)/.test(line) && !isBlank && !isInList && (wasBlank || wasIndented)
    // A line that is not indented does not belong to the list entry of the fence.
    if (fence?.isInEntry && /^[^\s>]/.test(line)) {
      ranges.push({ start: fence.start, end: start, text: '' })
      fence = null
      paragraph = { start, end: start }
    }
    if (fence) {
      if (!mark?.startsWith(fence.mark) || !/^[ \t>]*[`~]+[ \t]*$/.test(line)) continue
      ranges.push({ start: fence.start, end, text: '' })
      fence = null
      paragraph = { start: end, end }
    } else if (mark || isBlank || isIndented) {
      ranges.push(...spansOf(source, paragraph))
      if (mark) {
        const isInEntry = /^[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]/.test(line)
        fence = { mark, start, isInEntry }
        if (!isInEntry && !/^[ \t]/.test(line)) isInList = false
      } else if (isIndented) ranges.push({ start, end, text: '' })
      paragraph = { start: end, end }
    } else {
      paragraph.end = end
      if (/^[ \t>]*(?:[-+*]|\d{1,9}[.)])[ \t]/.test(line)) isInList = true
      else if (wasBlank && !/^[ \t]/.test(line)) isInList = false
    }
    ;[wasBlank, wasIndented] = [isBlank, isIndented]
  }
  if (fence) ranges.push({ start: fence.start, end: source.length, text: '' })
  else ranges.push(...spansOf(source, paragraph))
  return ranges
}

export function* linesOf(source: string): Generator<{ start: number; end: number }> {
  for (let start = 0; start < source.length;) {
    const at = source.indexOf('\n', start)
    const end = at === -1 ? source.length : at
    yield { start, end }
    start = end + 1
  }
}

/** A span runs from backticks to the next equally many in its paragraph. An escaped backtick opens no span, but it closes one. */
function spansOf(source: string, paragraph: { start: number; end: number }): Edit[] {
  const text = source.slice(paragraph.start, paragraph.end)
  const runs = Array.from(text.matchAll(/`+/g), ({ index: at, 0: { length } }) => {
    let before = at
    while (text[before - 1] === '\\') before--
    return { at, length, escaped: (at - before) % 2 }
  })
  const next = new Map<number, number>()
  const closes = runs.toReversed().map(({ length, escaped }, fromEnd) => {
    const close = next.get(length - escaped)
    next.set(length, runs.length - 1 - fromEnd)
    return close
  })
  closes.reverse()

  const spans: Edit[] = []
  for (let i = 0; i < runs.length; i++) {
    const [open, close] = [runs[i], runs[closes[i] ?? -1]]
    if (!open || !close) continue
    const start = paragraph.start + open.at + open.escaped
    spans.push({ start, end: paragraph.start + close.at + close.length, text: '' })
    i = closes[i] ?? i
  }
  return spans
}
