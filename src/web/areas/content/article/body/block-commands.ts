import { Fragment, type Node, type ResolvedPos } from 'prosemirror-model'
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state'

import { schema } from '#web/areas/content/article/body/schema.ts'

// What is done with a block of the document as a whole. `at`: which block it is, counted from 0.

/** What a block can be turned into, in the order of a menu. */
export const blockKinds = {
  paragraph: 'Text',
  heading2: 'Heading 2',
  heading3: 'Heading 3',
  bulletList: 'Bullet list',
  orderedList: 'Numbered list',
  blockquote: 'Quote',
  codeBlock: 'Code',
} as const
export type BlockKind = keyof typeof blockKinds

/** What a block is, of what it can be turned into; undefined for a table, a divider and source that is kept as it is. */
export function kindOf(block: Node): BlockKind | undefined {
  const { name } = block.type
  if (name === 'heading') return block.attrs['level'] === 3 ? 'heading3' : 'heading2'
  return name in blockKinds ? (name as BlockKind) : undefined
}

export const turnBlock =
  (at: number, kind: BlockKind): Command =>
  ({ doc, tr }, dispatch) => {
    const block = doc.maybeChild(at)
    if (!block || kindOf(block) === undefined) return false
    const from = startOfBlock(doc, at)
    dispatch?.(begunIn(tr.replaceWith(from, from + block.nodeSize, turned(block, kind)), from))
    return true
  }

/** Up by `-1`, down by `1`: it changes places with the block there. */
export const moveBlock =
  (at: number, step: -1 | 1): Command =>
  (state, dispatch) => {
    const [block, passed] = [state.doc.maybeChild(at), state.doc.maybeChild(at + step)]
    if (!block || !passed) return false
    dispatch?.(swapped(state, { from: startOfBlock(state.doc, at), block, passed, step }))
    return true
  }

/** The same with one item of a list, with what is nested in it; `from`: where the item begins. */
export const moveItem =
  (from: number, step: -1 | 1): Command =>
  (state, dispatch) => {
    const place = placeInList(state.doc, from)
    const passed = place?.list.maybeChild(place.at + step)
    if (!place || !passed) return false
    dispatch?.(swapped(state, { from, block: place.list.child(place.at), passed, step }))
    return true
  }

/** The list of the item that begins there, and which one of it the item is; undefined: no item begins there. */
export function placeInList(doc: Node, from: number): { list: Node; at: number } | undefined {
  if (from > doc.content.size) return undefined
  const place = doc.resolve(from)
  return place.nodeAfter?.type.name === 'listItem' ? { list: place.parent, at: place.index() } : undefined
}

/** Where the innermost item of a list around a place begins; null where there is none. */
export function itemAround(place: ResolvedPos): number | null {
  for (let depth = place.depth; depth > 0; depth--)
    if (place.node(depth).type.name === 'listItem') return place.before(depth)
  return null
}

type Swap = { from: number; block: Node; passed: Node; step: -1 | 1 }

/** A block in the place of its neighbour. The text cursor goes along, and what is selected. */
function swapped({ tr, selection }: EditorState, { from, block, passed, step }: Swap): Transaction {
  const to = from + step * passed.nodeSize
  tr.delete(from, from + block.nodeSize).insert(to, block)
  const isWithin = selection instanceof TextSelection && selection.from > from && selection.to < from + block.nodeSize
  if (isWithin) tr.setSelection(TextSelection.create(tr.doc, selection.anchor + to - from, selection.head + to - from))
  else begunIn(tr, to)
  return tr.scrollIntoView()
}

export const duplicateBlock =
  (at: number): Command =>
  ({ doc, tr }, dispatch) => {
    const block = doc.maybeChild(at)
    if (!block) return false
    const end = startOfBlock(doc, at) + block.nodeSize
    dispatch?.(begunIn(tr.insert(end, block), end).scrollIntoView())
    return true
  }

/** A body always has a block: in the place of its only one there is an empty paragraph. */
export const deleteBlock =
  (at: number): Command =>
  ({ doc, tr }, dispatch) => {
    const block = doc.maybeChild(at)
    if (!block) return false
    const from = startOfBlock(doc, at)
    const rest = doc.childCount === 1 ? schema.node('paragraph') : Fragment.empty
    dispatch?.(begunIn(tr.replaceWith(from, from + block.nodeSize, rest), from))
    return true
  }

/** Where a block begins. */
export function startOfBlock(doc: Node, at: number): number {
  return doc.resolve(0).posAtIndex(at, 0)
}

/** With the text cursor at the beginning of the block that begins there. */
function begunIn(tr: Transaction, from: number): Transaction {
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.min(from, tr.doc.content.size)), 1))
}

function turned(block: Node, kind: BlockKind): Node | Node[] {
  switch (kind) {
    case 'blockquote':
      return block.type.name === 'blockquote' ? block : schema.node('blockquote', null, block)
    case 'bulletList':
    case 'orderedList':
      return schema.node(kind, null, itemsOf(block))
    case 'codeBlock': {
      const text = textsOf(block).map(sourceOf).join('\n')
      return schema.node('codeBlock', null, text === '' ? [] : [schema.text(text)])
    }
    case 'paragraph':
      return textsOf(block).map((one) => (one.isTextblock ? schema.node('paragraph', null, linesOf(one)) : one))
    default: {
      const level = kind === 'heading3' ? 3 : 2
      return textsOf(block).map((one) => (one.isTextblock ? schema.node('heading', { level }, linesOf(one)) : one))
    }
  }
}

/** The blocks with text in a block, out of their lists and quotations; what has no text of its own, such as a table, as it is. */
function textsOf(block: Node): Node[] {
  const isAround = ['blockquote', 'bulletList', 'orderedList', 'listItem'].includes(block.type.name)
  return isAround ? block.children.flatMap(textsOf) : [block]
}

/** The items of a list that say what a block says. Each begins with a paragraph, as the schema asks. */
function itemsOf(block: Node): Node[] {
  if (block.type.name === 'bulletList' || block.type.name === 'orderedList') return [...block.children]
  const parts = block.type.name === 'blockquote' ? block.children : [block]
  return parts.flatMap((part) => {
    if (part.type.name.endsWith('List')) return [...part.children]
    const first = schema.node('paragraph', null, part.isTextblock ? linesOf(part) : [])
    return [schema.node('listItem', null, part.isTextblock ? [first] : [first, part])]
  })
}

/** What a block with text has within: the lines of code as lines of a text. */
function linesOf(block: Node): Node[] {
  if (block.type.spec.code !== true) return [...block.children]
  return block.textContent
    .split('\n')
    .flatMap((line, at) => [
      ...(at === 0 ? [] : [schema.node('hardBreak')]),
      ...(line === '' ? [] : [schema.text(line)]),
    ])
}

/** The text of a block as code: what is not text is written as its source. */
function sourceOf(block: Node): string {
  return block.textBetween(0, block.content.size, '\n', ({ type, attrs }) => {
    if (type.name === 'hardBreak') return '\n'
    return type.name === 'image' ? `![${attrs['alt']}](${attrs['src']})` : String(attrs['source'] ?? '')
  })
}
