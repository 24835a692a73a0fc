import type { Nodes } from 'mdast'
import type * as FromMarkdown from 'mdast-util-from-markdown'

import { late } from '#std/late.ts'
import { linesOf } from '#std/markdown-code.ts'
import type { Edit } from '#std/text-edits.ts'

export type Heading = { text: string; level: number; start: number; end: number }

/** The first heading of a Markdown text outside code (its ranges in order), written with `#` or underlined. */
export function firstHeading(source: string, code: readonly Edit[]): Heading | null {
  let before: { start: number; end: number } | null = null
  let above = ''
  let passed = 0
  // A span of code within the heading is part of it; a block of code around the line is not.
  const isOutside = (start: number) => {
    while ((code[passed]?.end ?? Infinity) <= start) passed++
    return (code[passed]?.start ?? Infinity) > start
  }
  for (const place of linesOf(source)) {
    const line = source.slice(place.start, place.end)
    const underline = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1]
    const isPlain = before === null && !/^(?: {4}|\t| {0,3}(?:[>|]|[-+*][ \t]|\d{1,9}[.)][ \t]|<|-{3}))/.test(line)
    if (/^ {0,3}#{1,6}(?:[ \t]|$)/.test(line) && isOutside(place.start)) {
      return headingOf(line, place)
    }
    if (underline && before && above !== '') {
      const heading = headingOf(`${above.slice(0, maxLength)}\n${underline.slice(0, 3)}`, {
        start: before.start,
        end: place.end,
      })
      if (heading && isOutside(before.start)) return heading
    }
    above = isPlain ? line : ''
    before = line.trim() === '' ? null : place
  }
  return null
}

const maxLength = 1000
const parser = late<typeof FromMarkdown>('mdast-util-from-markdown')

function headingOf(line: string, place: { start: number; end: number }): Heading | null {
  const [node] = parser().fromMarkdown(line.slice(0, maxLength)).children
  return node?.type === 'heading'
    ? { text: textOf(node).replace(/\s+/g, ' ').trim(), level: node.depth, ...place }
    : null
}

function textOf(node: Nodes): string {
  if ('value' in node) return node.type === 'html' ? '' : node.value
  if (node.type === 'image') return node.alt ?? ''
  return 'children' in node ? node.children.map(textOf).join('') : ''
}
