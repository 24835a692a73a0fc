import type { Node } from 'prosemirror-model'
import { EditorState, Selection } from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import {
  type FocusEvent,
  type RefObject,
  Suspense,
  use,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'

import { BlockHandle } from '#web/areas/content/article/body/block-handle.tsx'
import { BlockMenu } from '#web/areas/content/article/body/block-menu.tsx'
import { type BodyDocument, openBody, openingBody } from '#web/areas/content/article/body/body-document.ts'
import { insertImage } from '#web/areas/content/article/body/commands.ts'
import { editorPlugins } from '#web/areas/content/article/body/editor-plugins.ts'
import { FormatBar } from '#web/areas/content/article/body/format-bar.tsx'
import { type BodyKeys, InsertMenu, insertQuery } from '#web/areas/content/article/body/insert-menu.tsx'
import { LinkDialog } from '#web/areas/content/article/body/link-dialog.tsx'
import { pasteHandlers } from '#web/areas/content/article/body/paste.ts'
import { readSelectionFirst } from '#web/areas/content/article/body/read-selection.ts'
import { SelectionBar } from '#web/areas/content/article/body/selection-bar.tsx'
import { useBlocks } from '#web/areas/content/article/body/use-blocks.ts'
import {
  type SuggestionProps,
  useShownSuggestions,
} from '#web/areas/content/article/suggestions/use-shown-suggestions.ts'
import { inPieces } from '#web/parts/in-pieces.ts'
import { late } from '#web/parts/late.ts'

const ImageDialog = late(async () => ({
  default: (await import('#web/areas/content/article/body/image-dialog.tsx')).ImageDialog,
}))

export type BodyProps = { value: string; onChange(markdown: string): void; isReadOnly: boolean; isInvalid: boolean }

type Props = BodyProps & {
  onSource(): void
  takesFocus: boolean
  /** Null: this person may not ask an agent. */
  onAsk: (() => void) | null
  /** Gets the editor while there is one, for what the page shows in the text. */
  onView(view: EditorView | null): void
} & SuggestionProps

/** A body that was read, and its Markdown. */
type Opened = { source: string; body: BodyDocument }

/** By the place where they are shown: React forgets what a part of the page knew that waits before it was ever there. */
const openings = new WeakMap<object, Promise<Opened>>()

/**
 * A Markdown body as rich text; within a `Suspense`, because it is read in pieces first. What is not edited keeps its source byte for
 * byte. `opening`: the same object as long as the body stays open.
 */
export function RichBody({ opening, ...props }: Props & { opening: object }) {
  const opened = use(openings.get(opening) ?? open(opening, props.value))
  return <OpenBody {...props} opened={opened} />
}

function open(opening: object, source: string): Promise<Opened> {
  const opened = inPieces(openingBody(source)).then((body) => ({ source, body }))
  openings.set(opening, opened)
  return opened
}

function OpenBody({ opened, ...props }: Props & { opened: Opened }) {
  const { value, onChange, isReadOnly, isInvalid, onSource, takesFocus, suggestion, onSuggestions, onAsk, onView } =
    props
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const body = useRef(opened.body)
  const written = useRef(opened.source)
  const keys = useRef<BodyKeys | null>(null)
  const barKeys = useRef<BodyKeys | null>(null)
  const [dialog, setDialog] = useState<Dialog>(null)
  const [hasFocus, focus] = useFocusWithin(takesFocus)
  const redraw = useRedraw()
  const blocks = useBlocks(view, place, hasFocus)
  const latest = useRef({ onChange, isReadOnly, isInvalid })
  latest.current = { onChange, isReadOnly, isInvalid }

  // Before the first paint, for which what stands below would otherwise move up.
  useLayoutEffect(() => {
    const goTo = (what: string) => place.current?.querySelector<HTMLElement>(what)?.focus()
    const [leave, tools] = [() => goTo('[data-after-body]'), () => goTo('[role=toolbar] button')]
    const made = new EditorView(place.current?.querySelector('[data-body]') ?? null, {
      state: EditorState.create({
        doc: opened.body.doc,
        plugins: editorPlugins({ leave, tools, link: () => setDialog('link') }),
      }),
      editable: () => !latest.current.isReadOnly,
      attributes: (state) => attributesOf(state, latest.current),
      handleDOMEvents: readSelectionFirst,
      handleKeyDown: (_view, event) => [keys, barKeys].some(({ current }) => current?.(event) === true),
      ...pasteHandlers((file) => setDialog(file)),
      dispatchTransaction(transaction) {
        made.updateState(made.state.apply(transaction))
        if (transaction.docChanged) {
          written.current = body.current.markdownOf(made.state.doc)
          latest.current.onChange(written.current)
        }
        redraw()
      },
    })
    view.current = made
    if (takesFocus) made.focus()
    redraw()
    return () => made.destroy()
  }, [])

  // Somebody else changed the body, or the changes were discarded: the text is opened again, the cursor stays about where it was.
  // Before the next key: what it writes would be compared with a text of before.
  useLayoutEffect(() => {
    const now = view.current
    if (now === null || value === written.current) return
    written.current = value
    body.current = openBody(value)
    now.updateState(stateWith(body.current.doc, now.state))
    redraw()
  }, [value])

  useEffect(() => view.current?.setProps({}), [isReadOnly, isInvalid])

  useReport(view, onView)
  useShownSuggestions(view, { suggestion: isReadOnly ? null : suggestion, onSuggestions })

  const close = () => {
    setDialog(null)
    view.current?.focus()
  }
  const shown = view.current
  const dialogs = { onLink: () => setDialog('link'), onImage: () => setDialog('image') }
  const writing = shown === null || isReadOnly ? null : { view: shown, blocks, ...dialogs }
  return (
    <div ref={place} {...focus} className="relative">
      {!isReadOnly && <FormatBar view={shown} blocks={blocks} onSource={onSource} onAsk={onAsk} {...dialogs} />}
      {writing && <BlockHandle {...writing} />}
      {writing && <BlockMenu {...writing} />}
      <div data-body />
      {writing && <InsertMenu {...writing} keys={keys} />}
      {writing && <SelectionBar {...writing} keys={barKeys} hasFocus={hasFocus} onAsk={onAsk} />}
      {shown !== null && <OpenDialog view={shown} dialog={dialog} onClose={close} />}
    </div>
  )
}

function useReport(view: RefObject<EditorView | null>, onView: Props['onView']): void {
  useEffect(() => {
    onView(view.current)
    return () => onView(null)
  }, [])
}

/** Draws the page again; also as the window changes, so that what lies beside the text stays beside it. */
function useRedraw(): () => void {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    addEventListener('resize', redraw)
    return () => removeEventListener('resize', redraw)
  }, [])
  return redraw
}

/** Whether the focus is in a part of the page, and what reports it. */
function useFocusWithin(atFirst: boolean) {
  const [hasFocus, setFocus] = useState(atFirst)
  const onBlur = (event: FocusEvent) => setFocus(staysWithin(event))
  return [hasFocus, { onFocus: () => setFocus(true), onBlur }] as const
}

const staysWithin = ({ currentTarget, relatedTarget }: FocusEvent) =>
  relatedTarget instanceof Element && currentTarget.contains(relatedTarget)

type Dialog = 'link' | 'image' | File | null

function OpenDialog({ view, dialog, onClose }: { view: EditorView; dialog: Dialog; onClose(): void }) {
  if (dialog === null) return null
  if (dialog === 'link') return <LinkDialog view={view} onClose={onClose} />
  return (
    <Suspense>
      <ImageDialog
        file={dialog === 'image' ? null : dialog}
        onPicture={(src, alt) => insertImage(src, alt)(view.state, view.dispatch)}
        onClose={onClose}
      />
    </Suspense>
  )
}

const attributesOf = (state: EditorState, { isInvalid }: { isInvalid: boolean }) => ({
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': 'Body',
  'aria-invalid': String(isInvalid),
  'data-field': 'content',
  class: 'prose body min-h-96 max-w-none py-2',
  ...(insertQuery(state) === null ? {} : { 'aria-controls': 'insert-menu' }),
})

/** The state of an editor whose document is replaced. */
function stateWith(doc: Node, before: EditorState): EditorState {
  const at = Math.max(0, Math.min(placeIn(before, doc), doc.content.size))
  return EditorState.create({ doc, plugins: before.plugins, selection: Selection.near(doc.resolve(at)) })
}

/** Where the cursor of a document belongs in its next version: behind what changed it moves along. */
function placeIn({ doc, selection }: EditorState, next: Node): number {
  const start = doc.content.findDiffStart(next.content)
  const end = doc.content.findDiffEnd(next.content)
  if (start === null || end === null || selection.from <= start) return selection.from
  return selection.from >= end.a ? selection.from + end.b - end.a : Math.min(selection.from, end.b)
}
