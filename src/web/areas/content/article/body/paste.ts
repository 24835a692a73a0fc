import type { Slice } from 'prosemirror-model'
import type { EditorProps } from 'prosemirror-view'

import { cleanPaste } from '#web/areas/content/article/body/clean-paste.ts'
import { setLink } from '#web/areas/content/article/body/commands.ts'
import { readPastedMarkdown } from '#web/areas/content/article/body/paste-markdown.ts'
import { pastedTree } from '#web/areas/content/article/body/pasted-tree.ts'

type Handlers = 'handlePaste' | 'handleDrop' | 'transformPastedHTML' | 'clipboardTextParser'

/** What paste and drop do: an address over a selection makes a link of it, a picture is taken in, Markdown is read, the rest cleaned. */
export function pasteHandlers(onPicture: (file: File) => void): Pick<EditorProps, Handlers> {
  const takePicture = (files: FileList | undefined): boolean => {
    const picture = [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (picture === undefined) return false
    onPicture(picture)
    return true
  }
  return {
    transformPastedHTML: (html) => cleanPaste(pastedTree(html), html.includes('data-pm-slice')),
    // Null leaves it to the editor, which takes it as it is typed.
    clipboardTextParser: (text, _context, isPlain) => (isPlain ? null : readPastedMarkdown(text)) as Slice,
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
