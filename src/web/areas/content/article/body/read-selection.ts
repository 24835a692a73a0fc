import type { EditorProps, EditorView } from 'prosemirror-view'

/**
 * Takes over where the text cursor is before anything happens there. A browser reports that it has moved (`selectionchange`) after
 * the keys that follow a click; until then the editor would write where it was before.
 */
export const readSelectionFirst: NonNullable<EditorProps['handleDOMEvents']> = Object.fromEntries(
  (['keydown', 'beforeinput', 'paste', 'cut', 'copy', 'compositionstart'] as const).map((type) => [
    type,
    readSelection,
  ]),
)

function readSelection(view: EditorView): false {
  // What is being composed has its own place.
  if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'))
  return false
}
