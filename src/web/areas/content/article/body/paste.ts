import type { EditorProps } from 'prosemirror-view'

import { setLink } from '#web/areas/content/article/body/commands.ts'

/** What paste and drop do: an address over a selection makes a link of it, a picture is taken in, the rest is cleaned by the schema. */
export function pasteHandlers(onPicture: (file: File) => void): Pick<EditorProps, 'handlePaste' | 'handleDrop'> {
  const takePicture = (files: FileList | undefined): boolean => {
    const picture = [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (picture === undefined) return false
    onPicture(picture)
    return true
  }
  return {
    handlePaste(view, event) {
      const text = event.clipboardData?.getData('text/plain').trim() ?? ''
      if (!view.state.selection.empty && /^https?:\/\/\S+$/.test(text))
        return setLink(text, '')(view.state, view.dispatch)
      // Word and web pages bring a picture of the text along with the text.
      return text === '' && takePicture(event.clipboardData?.files)
    },
    handleDrop: (_view, event) => takePicture(event.dataTransfer?.files),
  }
}
