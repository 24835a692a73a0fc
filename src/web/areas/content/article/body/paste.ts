import { type Node, Slice } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import type { EditorProps, EditorView } from 'prosemirror-view'

import { openBody } from '#web/areas/content/article/body/body-document.ts'
import { setLink } from '#web/areas/content/article/body/commands.ts'
import { readPastedMarkdown } from '#web/areas/content/article/body/paste-markdown.ts'
import { schema } from '#web/areas/content/article/body/schema.ts'
import { firstScreen, whenIdle } from '#web/first-screen.ts'

type Handlers = 'handlePaste' | 'handleDrop' | 'transformPastedHTML' | 'clipboardTextParser' | 'clipboardTextSerializer'

/** What paste and drop do: an address over a selection makes a link of it, a picture is taken in, Markdown is read, the rest cleaned. */
export function pasteHandlers(onPicture: (file: File) => void): Pick<EditorProps, Handlers> {
  const takePicture = (files: FileList | undefined): boolean => {
    const picture = [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (picture === undefined) return false
    onPicture(picture)
    return true
  }
  const html = htmlReader()
  return {
    transformPastedHTML: (text, { state }) => html.read?.(text, state.doc) ?? '',
    // Null leaves it to the editor, which takes it as it is typed.
    clipboardTextParser: (text, _context, isPlain) => (isPlain ? null : readPastedMarkdown(text)) as Slice,
    clipboardTextSerializer: plainText,
    handlePaste(view, event, slice) {
      if (html.waits(view, event)) return true
      const text = event.clipboardData?.getData('text/plain').trim() ?? ''
      const { empty, $from } = view.state.selection
      if (!empty && $from.parent.type.spec.code !== true && /^https?:\/\/\S+$/.test(text))
        return setLink(text, '')(view.state, view.dispatch)
      // What the editor copied says itself where it is open.
      const isOurs = event.clipboardData?.getData('text/html').includes('data-pm-slice') === true
      const closed = isOurs ? null : closedBlocks(slice, view.state)
      if (closed !== null) {
        view.dispatch(view.state.tr.replaceSelection(closed).scrollIntoView().setMeta('paste', true))
        return true
      }
      // Word and web pages bring a picture of the text along with the text.
      return text === '' && takePicture(event.clipboardData?.files)
    },
    // A picture that is dragged within the text comes as a file as well.
    handleDrop: (view, event) => view.dragging === null && takePicture(event.dataTransfer?.files),
  }
}

/** Reads HTML from a clipboard (web.md#pasting-is-read-late): loaded when the first screen is there, at the latest by a paste. */
function htmlReader() {
  const reader = {
    read: undefined as ((html: string, doc: Node) => string) | undefined,
    /** Whether a paste has to wait for it: then it happens again once it is there, without its looks if it does not come. */
    waits(view: EditorView, { clipboardData: given }: ClipboardEvent): boolean {
      if (reader.read !== undefined || !given?.getData('text/html')) return false
      const kept = new DataTransfer()
      for (const type of ['text/plain', 'text/html']) kept.setData(type, given.getData(type))
      void load().then(
        () => view.dom.dispatchEvent(new ClipboardEvent('paste', { clipboardData: kept, cancelable: true })),
        () => view.pasteText(kept.getData('text/plain')),
      )
      return true
    },
  }
  const load = async () => {
    reader.read ??= (await import('#web/areas/content/article/body/read-pasted.ts')).readPasted
  }
  void firstScreen.then(() => whenIdle(() => void load().catch(() => undefined)))
  return reader
}

/**
 * Blocks that are pasted behind words as blocks of their own; the editor would glue the first one to the words, and its kind would
 * be lost. Null for what belongs into the line: words, a paragraph, a heading alone.
 */
function closedBlocks(slice: Slice, { selection: { $from, $to } }: EditorState): Slice | null {
  const { content, openStart, openEnd } = slice
  const [first, last] = [content.firstChild, content.lastChild]
  const isOwn = first?.type.isInGroup('block') === true && first.type.name !== 'paragraph'
  const isHeadingAlone = content.childCount === 1 && first?.type.name === 'heading'
  if (!isOwn || isHeadingAlone || openStart === 0 || $from.parentOffset === 0 || $from.parent.type.name !== 'paragraph')
    // The words after the place would run into the source of a footnote.
    return last?.type.name === 'raw' && content.childCount > 1 && $to.parentOffset < $to.parent.content.size
      ? new Slice(content, openStart, 0)
      : null
  return new Slice(content, 0, last?.type.name === 'paragraph' ? openEnd : 0)
}

/** What other programs get as text, and the source of a body: blocks as Markdown, a part of one block and cells as their words. */
function plainText({ content, openStart, openEnd }: Slice): string {
  const texts: Node[] = []
  content.descendants((node) => void (node.isTextblock && texts.push(node)))
  const isPart = texts.length === 1 && openStart > 0 && openEnd > 0
  if (isPart || content.firstChild?.type.isInGroup('block') !== true)
    return content.textBetween(0, content.size, '\n\n', wordsOf)
  return openBody('').markdownOf(schema.node('doc', null, content))
}

/** What stands for a piece without text. */
function wordsOf({ type, attrs }: Node): string {
  if (type.name === 'hardBreak') return '\n'
  return String(attrs['alt'] ?? attrs['source'] ?? '')
}
