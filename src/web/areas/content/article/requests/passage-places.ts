import type { Node } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'

import { findPassage, type Passage } from '#std/find-passage.ts'
import { truncate } from '#std/text.ts'

/** What a quote and the text on each side of it have at most, in characters. */
const [longestQuote, longestAround] = [1000, 100]

/** What is selected, with a bit of the text on each side to find it again; null where no words are selected. */
export function selectedPassage({ doc, selection }: Pick<EditorState, 'doc' | 'selection'>): Passage | null {
  const { from, to } = selection
  const textOf = (start: number, end: number) => doc.textBetween(start, end, '\n')
  const quote = truncate(textOf(from, to).trim(), longestQuote)
  if (quote === '') return null
  // Half of a character at the cut is none.
  const before = textOf(0, from)
    .slice(-longestAround)
    .replace(/^[\uDC00-\uDFFF]/, '')
  return { quote, before, after: truncate(textOf(to, doc.content.size), longestAround) }
}

/** Where a passage is in a document, as positions of it; undefined where its words are no longer there. */
export function passageIn(doc: Node, passage: Passage): { from: number; to: number } | undefined {
  const pieces: { start: number; at: number }[] = []
  let text = ''
  doc.descendants((node, at) => {
    if (node.isText) {
      pieces.push({ start: text.length, at })
      text += node.text ?? ''
    } else if (node.isBlock) text += '\n'
  })
  const found = findPassage(text, passage)
  if (found === undefined) return undefined
  const positionOf = (place: number) => {
    const piece = pieces.findLast(({ start }) => start <= place)
    return piece === undefined ? 0 : piece.at + place - piece.start
  }
  return { from: positionOf(found.start), to: positionOf(found.end - 1) + 1 }
}
