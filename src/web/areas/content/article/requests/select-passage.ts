import type { EditorView } from 'prosemirror-view'

/** Selects a place of a text, in view and with the focus. The editor takes over what is selected in the page. */
export function selectPassage(view: EditorView, { from, to }: { from: number; to: number }): void {
  const [start, end] = [view.domAtPos(from, 1), view.domAtPos(to, -1)]
  view.focus()
  getSelection()?.setBaseAndExtent(start.node, start.offset, end.node, end.offset)
  const element = start.node instanceof Element ? start.node : start.node.parentElement
  element?.scrollIntoView({ block: 'center' })
}
