import { Fragment, type Mark, type Node } from 'prosemirror-model'

import { schema } from '#web/areas/content/article/body/schema.ts'

/**
 * The pieces of a block with their blanks where Markdown can write them: none at the ends of the block and beside a line break, where
 * no reader sees them; and outside the marks that they are at the edge of (web.md#blanks-are-outside-marks).
 */
export function withBlanksOutside(pieces: readonly Node[]): readonly Node[] {
  const apart = pieces.flatMap(blanksApart)
  // A line break at the end would be read as a backslash.
  const split = apart.slice(0, apart.findLastIndex((piece) => !isBreak(piece) && !isBlank(piece)) + 1)
  const visible = split.filter((piece, at) => !isBlank(piece) || (hasWords(split, at, -1) && hasWords(split, at, 1)))
  return Fragment.fromArray(visible.map((piece, at) => (isGap(piece) ? bare(visible, at) : piece))).content
}

/** A text as the blanks it begins with, its words, and the blanks it ends with. */
function blanksApart(piece: Node): Node[] {
  if (piece.text === undefined || isCode(piece)) return [piece]
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(piece.text) ?? []
  return [before, words, after].filter((text) => text !== '').map((text) => schema.text(text, piece.marks))
}

const isCode = ({ marks }: Node) => marks.some(({ type }) => type.name === 'code')
const isBreak = ({ type }: Node) => type.name === 'hardBreak'
/** A blank that Markdown drops at the end of a line; any other, such as one that does not break, stays. */
const isBlank = (piece: Node) => piece.text !== undefined && !isCode(piece) && /^[ \t]+$/.test(piece.text)
const isGap = (piece: Node) =>
  isBreak(piece) || (piece.text !== undefined && !isCode(piece) && piece.text.trim() === '')

/** Whether something other than blanks is next to a piece on one side, in its line. */
function hasWords(pieces: readonly Node[], at: number, step: 1 | -1): boolean {
  const next = pieces[at + step]
  if (next === undefined || isBreak(next)) return false
  return !isBlank(next) || hasWords(pieces, at + step, step)
}

/** A gap with those marks only that go on at both sides of it, or that have nothing else. */
function bare(pieces: readonly Node[], at: number): Node {
  const piece = pieces[at] as Node
  return piece.mark(
    piece.marks.filter((mark) => {
      const [before, after] = [goesOn(pieces, at, { mark, step: -1 }), goesOn(pieces, at, { mark, step: 1 })]
      return (before && after) || (mark.type.name === 'link' && !before && !after)
    }),
  )
}

/** Whether a mark reaches words on one side of a gap. */
function goesOn(pieces: readonly Node[], at: number, { mark, step }: { mark: Mark; step: 1 | -1 }): boolean {
  const next = pieces[at + step]
  if (next === undefined || !mark.isInSet(next.marks)) return false
  return !isGap(next) || goesOn(pieces, at + step, { mark, step })
}
