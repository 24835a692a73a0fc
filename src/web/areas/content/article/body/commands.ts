import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { TextSelection } from 'prosemirror-state'

import { schema } from '#web/areas/content/article/body/schema.ts'

const node = (name: string) => schema.nodes[name] as NonNullable<(typeof schema.nodes)[string]>
const mark = (name: string) => schema.marks[name] as NonNullable<(typeof schema.marks)[string]>

export type MarkName = 'strong' | 'emphasis' | 'code' | 'strike'

export const toggle = (name: MarkName): Command => toggleMark(mark(name))

/** Whether the selection, or what is typed next, has a mark. */
export function hasMark({ selection, storedMarks, doc }: EditorState, name: MarkName | 'link'): boolean {
  const { from, to, empty, $from } = selection
  if (empty) return mark(name).isInSet(storedMarks ?? $from.marks()) !== undefined
  return doc.rangeHasMark(from, to, mark(name))
}

/** Whether the selection is within a block of a kind. */
export function isWithin({ selection: { $from } }: EditorState, name: string, attrs: object = {}): boolean {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type, attrs: own } = $from.node(depth)
    if (type.name === name && Object.entries(attrs).every(([key, value]) => own[key] === value)) return true
  }
  return false
}

/** A paragraph becomes a heading; a heading of that level a paragraph again. */
export const toggleHeading =
  (level: 2 | 3): Command =>
  (state, dispatch) =>
    isWithin(state, 'heading', { level })
      ? setBlockType(node('paragraph'))(state, dispatch)
      : setBlockType(node('heading'), { level })(state, dispatch)

export const toggleList =
  (name: 'bulletList' | 'orderedList'): Command =>
  (state, dispatch) =>
    isWithin(state, name) ? liftListItem(node('listItem'))(state, dispatch) : wrapInList(node(name))(state, dispatch)

export const toggleQuote: Command = (state, dispatch) =>
  isWithin(state, 'blockquote') ? lift(state, dispatch) : wrapIn(node('blockquote'))(state, dispatch)

export const toggleCodeBlock: Command = (state, dispatch) =>
  isWithin(state, 'codeBlock')
    ? setBlockType(node('paragraph'))(state, dispatch)
    : setBlockType(node('codeBlock'))(state, dispatch)

export const insertRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(node('rule').create()).scrollIntoView())
  return true
}

/** A table of three columns with a head and two rows; the text cursor goes into its first cell. */
export const insertTable: Command = (state, dispatch) => {
  if (isWithin(state, 'table')) return false
  const cells = (kind: string) => Array.from({ length: 3 }, () => schema.node(kind, null, schema.node('paragraph')))
  const rows = ['table_header', 'table_cell', 'table_cell'].map((kind) => schema.node('table_row', null, cells(kind)))
  const { $from } = state.selection
  const at = $from.before(1)
  const isEmpty = $from.depth === 1 && $from.parent.content.size === 0
  const tr = isEmpty
    ? state.tr.replaceWith(at, $from.after(1), schema.node('table', null, rows))
    : state.tr.insert($from.after(1), schema.node('table', null, rows))
  const start = isEmpty ? at : $from.after(1)
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(start + 4))).scrollIntoView())
  return true
}

export const insertImage =
  (src: string, alt: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.replaceSelectionWith(schema.node('image', { src, alt }), false).scrollIntoView())
    return true
  }

/** Links the selection, or inserts the text of the link where nothing is selected. An empty address takes the link away. */
export const setLink =
  (href: string, text: string): Command =>
  (state, dispatch) => {
    const { from, to } = state.selection
    const { tr } = state
    const isBare = state.doc.textBetween(from, to) === ''
    if (href === '') tr.removeMark(from, to, mark('link'))
    else if (isBare) tr.insert(to, schema.text(text || href, [schema.mark('link', { href })]))
    else tr.removeMark(from, to, mark('link')).addMark(from, to, schema.mark('link', { href }))
    dispatch?.(tr)
    return true
  }

/** The address of the link that the selection begins in. */
export function linkAt({ selection: { $from } }: EditorState): string {
  const found = mark('link').isInSet($from.marks()) ?? mark('link').isInSet($from.nodeAfter?.marks ?? [])
  return String(found?.attrs['href'] ?? '')
}

/** Takes away the `/…` that opened the menu, then does what was chosen. */
export const instead =
  (command: Command): Command =>
  (state, dispatch, view) => {
    const { $from } = state.selection
    if (dispatch === undefined || view === undefined) return command(state, dispatch, view)
    view.dispatch(state.tr.delete($from.start(), $from.pos))
    return command(view.state, view.dispatch, view)
  }
