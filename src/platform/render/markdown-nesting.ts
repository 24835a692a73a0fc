/**
 * How deep a Markdown text may nest at most, judging only by its characters: quotes and lists at the head of a line, brackets
 * and emphasis that stay open within a paragraph. Fenced code counts as text. It measures what makes parsers slow, not the
 * exact depth.
 */
export function markdownNesting(markdown: string): number {
  let fence: string | undefined
  let deepest = 0
  let indents: number[] = []
  let open: Open = closed
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    const head = headOf(line)
    const mark = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line.slice(head.length))?.[0]
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && /^[`~]+\s*$/.test(line.slice(head.length))) fence = undefined
      continue
    }
    fence = mark

    if (head.isItem) {
      indents = [...indents.filter((indent) => indent < head.indent), head.indent].slice(-1000)
      deepest = Math.max(deepest, indents.length)
    }
    if (head.length === line.length) open = closed
    open = openAfter(open, line, head.length)
    deepest = Math.max(deepest, head.markers, open.deepest)
  }
  return deepest
}

const closed = { brackets: 0, emphasis: 0, deepest: 0 }

type Open = { brackets: number; emphasis: number; deepest: number }
type Head = { length: number; indent: number; markers: number; isItem: boolean }

// `> - 1. ` and so on: containers can follow one another on a line.
function headOf(line: string): Head {
  let [markers, indent, isItem] = [0, 0, false]
  const marker = /[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$))/y
  let end = 0
  for (let found = marker.exec(line); found; found = marker.exec(line)) {
    if (markers++ === 0) indent = found[0].length
    isItem ||= !found[0].endsWith('>')
    end = marker.lastIndex
  }
  while (line[end] === ' ' || line[end] === '\t') end++
  // A line of nothing but `* * *` or `- - -` is a rule.
  if (/^[ \t]*([-*])(?:[ \t]*\1){2,}[ \t]*$/.test(line))
    return { length: line.length, indent, markers: 0, isItem: false }
  return { length: end, indent, markers, isItem }
}

function openAfter(before: Open, line: string, from: number): Open {
  let { brackets, emphasis, deepest } = before
  for (let i = from; i < line.length; i++) {
    const character = line[i]
    if (character === '\\') i++
    else if (character === '[') brackets++
    else if (character === ']') brackets = Math.max(0, brackets - 1)
    else if (character === '*' || character === '_') {
      let end = i + 1
      while (line[end] === character) end++
      const opens = /\S/.test(line[end] ?? ' ') && !/\w/.test(line[i - 1] ?? ' ')
      emphasis = opens ? emphasis + (end - i) : Math.max(0, emphasis - (end - i))
      i = end - 1
    }
    deepest = Math.max(deepest, brackets, emphasis)
  }
  return { brackets, emphasis, deepest }
}
