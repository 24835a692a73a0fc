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
import type { Command, EditorState } from 'prosemirror-state'
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

type Dialogs = { onLink(): void; onImage(): void }
type Tool = {
  label: string
  Icon: LucideIcon
  /** A command is run on the text, which then has the focus; a dialog takes the focus itself. */
  run: { command: Command } | { open(): void }
  isOn?: boolean
  /** It acts on words: the bar at a selection has it too. */
  isOfWords?: true
}

/** What can be done with a text, by what is selected now. */
export function toolsOf(state: EditorState | undefined, { onLink, onImage }: Dialogs): Tool[] {
  const on = (is: (now: EditorState) => boolean) => (state === undefined ? false : is(state))
  const within = (name: string, attrs?: object) => on((now) => isWithin(now, name, attrs))
  const list = (name: 'bulletList' | 'orderedList') => ({ run: { command: toggleList(name) }, isOn: within(name) })
  const marked = (name: 'strong' | 'emphasis' | 'code') => ({
    run: { command: toggle(name) },
    isOn: on((now) => hasMark(now, name)),
    isOfWords: true as const,
  })
  const heading = (level: 2 | 3) => ({ run: { command: toggleHeading(level) }, isOn: within('heading', { level }) })
  return [
    { label: 'Bold', Icon: Bold, ...marked('strong') },
    { label: 'Italic', Icon: Italic, ...marked('emphasis') },
    { label: 'Code', Icon: Code, ...marked('code') },
    { label: 'Link', Icon: Link, run: { open: onLink }, isOn: on((now) => hasMark(now, 'link')), isOfWords: true },
    { label: 'Heading 2', Icon: Heading2, ...heading(2), isOfWords: true },
    { label: 'Heading 3', Icon: Heading3, ...heading(3) },
    { label: 'Bullet list', Icon: List, ...list('bulletList') },
    { label: 'Numbered list', Icon: ListOrdered, ...list('orderedList') },
    { label: 'Quote', Icon: Quote, run: { command: toggleQuote }, isOn: within('blockquote'), isOfWords: true },
    { label: 'Code block', Icon: SquareCode, run: { command: toggleCodeBlock }, isOn: within('codeBlock') },
    { label: 'Table', Icon: Table, run: { command: insertTable } },
    { label: 'Image', Icon: Image, run: { open: onImage } },
    { label: 'Undo', Icon: Undo2, run: { command: undo } },
    { label: 'Redo', Icon: Redo2, run: { command: redo } },
  ]
}

type Props = { tools: readonly Tool[]; view: EditorView | null }

/** The buttons of a toolbar. One stop of the Tab key; `moveInToolbar` moves within (WAI-ARIA APG, toolbar). */
export function ToolButtons({ tools, view }: Props) {
  function press({ run }: Tool) {
    if ('open' in run) return run.open()
    if (view === null) return
    run.command(view.state, view.dispatch, view)
    view.focus()
  }
  return tools.map((tool, at) => (
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
      className={toolLook}
    >
      <tool.Icon aria-hidden className="size-4" strokeWidth={1.75} />
    </button>
  ))
}

/** Leads to what asks an agent about the words that are selected, or about the whole article. */
export function AskButton({ onAsk }: { onAsk(): void }) {
  return (
    <button
      type="button"
      aria-label="Ask an agent…"
      tabIndex={-1}
      // The selection stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onAsk}
      className="min-h-7 border-l border-line px-2 text-sm whitespace-nowrap hover:bg-raised max-md:min-h-11"
    >
      Ask<span className="max-md:hidden"> an agent…</span>
    </button>
  )
}

export const toolLook =
  'grid size-7 place-items-center rounded hover:bg-raised aria-pressed:bg-raised aria-pressed:shadow-[inset_0_-2px_0_var(--ink)] max-md:h-11 max-md:w-9'

/** The arrow keys of a toolbar. */
export function moveInToolbar(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > button')]
  const tools = all.filter((tool) => tool.checkVisibility())
  const at = tools.indexOf(document.activeElement as HTMLElement)
  event.preventDefault()
  tools[(at + step + tools.length) % tools.length]?.focus()
}
