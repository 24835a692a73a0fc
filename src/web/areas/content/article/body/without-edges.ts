import type { Node } from 'prosemirror-model'

import { schema } from '#web/areas/content/article/body/schema.ts'

/** The pieces of a block without the blanks at its ends: no reader sees them, and Markdown would have to spell them out. */
export function withoutEdges(pieces: readonly Node[]): Node[] {
  return cut(cut(pieces, 'last').toReversed(), 'first').toReversed()
}

function cut(pieces: readonly Node[], edge: 'first' | 'last'): Node[] {
  const [last, rest] = [pieces.at(-1), pieces.slice(0, -1)]
  if (last?.text === undefined || last.marks.some(({ type }) => type.name === 'code')) return [...pieces]
  const text = last.text.replace(edge === 'last' ? /[ \t]+$/ : /^[ \t]+/, '')
  if (text === '') return cut(rest, edge)
  return [...rest, text === last.text ? last : schema.text(text, last.marks)]
}
