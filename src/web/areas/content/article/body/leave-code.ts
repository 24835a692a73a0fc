import { keymap } from 'prosemirror-keymap'
import { type Command, type EditorState, Plugin, TextSelection, type Transaction } from 'prosemirror-state'

import { schema } from '#web/areas/content/article/body/schema.ts'

/** The ways out of code, and of source that is kept: the third Enter, the arrow at the end of the body, a click below it. */
export function leaveCode(): Plugin[] {
  return [
    keymap({ Enter: byEnter, ArrowDown: byArrow }),
    new Plugin({
      props: {
        handleClick(view, _at, { target, clientY }) {
          const { doc, tr } = view.state
          const last = view.dom.lastElementChild
          if (target !== view.dom || last === null || !isCode(doc.lastChild)) return false
          if (!view.editable || clientY <= last.getBoundingClientRect().bottom) return false
          view.dispatch(withParagraph(tr, doc.content.size))
          return true
        },
      },
    }),
  ]
}

/** Two empty lines at the end are taken away again. */
const byEnter: Command = (state, dispatch) => {
  const { $from } = state.selection
  if (!isAtEndOfCode(state) || !$from.parent.textContent.endsWith('\n\n')) return false
  dispatch?.(withParagraph(state.tr.delete($from.pos - 2, $from.pos), $from.after() - 2))
  return true
}

const byArrow: Command = (state, dispatch) => {
  const { $from } = state.selection
  // Behind it nothing but the ends of what it is in.
  if (!isAtEndOfCode(state) || state.doc.content.size - $from.pos !== $from.depth) return false
  dispatch?.(withParagraph(state.tr, $from.after()))
  return true
}

function isAtEndOfCode({ selection: { empty, $from } }: EditorState): boolean {
  return empty && isCode($from.parent) && $from.parentOffset === $from.parent.content.size
}

const isCode = (node: EditorState['doc'] | null) => node?.type.spec.code === true

/** A paragraph at a place, with the text cursor in it. */
function withParagraph(tr: Transaction, at: number): Transaction {
  const inserted = tr.insert(at, schema.node('paragraph'))
  return inserted.setSelection(TextSelection.create(inserted.doc, at + 1)).scrollIntoView()
}
