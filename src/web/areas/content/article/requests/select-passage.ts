import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** Selects a place of a text, in view and with the focus. */
export function selectPassage(view: EditorView, { from, to }: { from: number; to: number }): void {
  const { doc, tr } = view.state
  view.focus()
  view.dispatch(tr.setSelection(TextSelection.create(doc, from, to)).scrollIntoView())
}
