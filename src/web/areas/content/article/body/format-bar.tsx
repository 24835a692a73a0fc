import {
  Bold,
  Code,
  Heading2,
  Heading3,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Redo2,
  SquareCode,
  Table,
  Undo2,
} from 'lucide-react'
import { redo, undo } from 'prosemirror-history'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { KeyboardEvent } from 'react'

import {
  hasMark,
  insertTable,
  isWithin,
  toggle,
  toggleCodeBlock,
  toggleHeading,
  toggleList,
  toggleQuote,
} from '#web/areas/content/article/body/commands.ts'

type Props = { view: EditorView | null; onLink(): void; onImage(): void; onSource(): void }
type Tool = { label: string; Icon: LucideIcon; run: Command | (() => void); isOn?: boolean }

/** What can be done with the selected text. One stop of the Tab key; the arrow keys move within (WAI-ARIA APG, toolbar). */
export function FormatBar({ view, onLink, onImage, onSource }: Props) {
  const state = view?.state
  const on = (is: (now: NonNullable<typeof state>) => boolean) => (state === undefined ? false : is(state))
  const tools: Tool[] = [
    { label: 'Bold', Icon: Bold, run: toggle('strong'), isOn: on((now) => hasMark(now, 'strong')) },
    { label: 'Italic', Icon: Italic, run: toggle('emphasis'), isOn: on((now) => hasMark(now, 'emphasis')) },
    { label: 'Code', Icon: Code, run: toggle('code'), isOn: on((now) => hasMark(now, 'code')) },
    { label: 'Link', Icon: Link, run: onLink, isOn: on((now) => hasMark(now, 'link')) },
    {
      label: 'Heading 2',
      Icon: Heading2,
      run: toggleHeading(2),
      isOn: on((now) => isWithin(now, 'heading', { level: 2 })),
    },
    {
      label: 'Heading 3',
      Icon: Heading3,
      run: toggleHeading(3),
      isOn: on((now) => isWithin(now, 'heading', { level: 3 })),
    },
    { label: 'Bullet list', Icon: List, run: toggleList('bulletList'), isOn: on((now) => isWithin(now, 'bulletList')) },
    {
      label: 'Numbered list',
      Icon: ListOrdered,
      run: toggleList('orderedList'),
      isOn: on((now) => isWithin(now, 'orderedList')),
    },
    { label: 'Quote', Icon: Quote, run: toggleQuote, isOn: on((now) => isWithin(now, 'blockquote')) },
    { label: 'Code block', Icon: SquareCode, run: toggleCodeBlock, isOn: on((now) => isWithin(now, 'codeBlock')) },
    { label: 'Table', Icon: Table, run: insertTable },
    { label: 'Image', Icon: Image, run: onImage },
    { label: 'Undo', Icon: Undo2, run: undo },
    { label: 'Redo', Icon: Redo2, run: redo },
  ]

  function press({ run }: Tool) {
    if (run === onLink || run === onImage) return (run as () => void)()
    if (view === null) return
    ;(run as Command)(view.state, view.dispatch, view)
    view.focus()
  }

  return (
    <div
      role="toolbar"
      aria-label="Format"
      onKeyDown={move}
      // Below the bar of the article, however many lines that has, and never over the actions at the bottom of a narrow window.
      className="sticky top-[calc(48px+var(--article-bar,48px))] z-[5] -mx-2 flex flex-wrap items-center gap-0.5 border-b border-line bg-paper px-1 py-1"
    >
      {tools.map((tool, at) => (
        <button
          key={tool.label}
          type="button"
          aria-label={tool.label}
          aria-pressed={tool.isOn}
          title={tool.label}
          tabIndex={at === 0 ? 0 : -1}
          // The selection stays.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => press(tool)}
          className="grid size-7 place-items-center rounded hover:bg-raised aria-pressed:bg-raised aria-pressed:shadow-[inset_0_-2px_0_var(--ink)] max-md:h-11 max-md:w-9"
        >
          <tool.Icon aria-hidden className="size-4" strokeWidth={1.75} />
        </button>
      ))}
      <span className="flex-1" />
      <button
        type="button"
        data-after-body=""
        tabIndex={-1}
        onClick={onSource}
        className="min-h-7 rounded px-2 text-sm text-muted hover:bg-raised max-md:min-h-11"
      >
        Source
      </button>
    </div>
  )
}

function move(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = tools.indexOf(document.activeElement as HTMLElement)
  event.preventDefault()
  tools[(at + step + tools.length) % tools.length]?.focus()
}
