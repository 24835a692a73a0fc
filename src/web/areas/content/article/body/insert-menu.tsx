import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { useEffect, useState, type RefObject } from 'react'

import {
  insertRule,
  insertTable,
  instead,
  toggleCodeBlock,
  toggleHeading,
  toggleList,
  toggleQuote,
} from '#web/areas/content/article/body/commands.ts'

/** Takes a key before the text does; true if it was meant for what is open at the text. */
export type BodyKeys = (event: KeyboardEvent) => boolean
type Choice = { label: string; run: Command }
type Props = { view: EditorView; keys: RefObject<BodyKeys | null>; onImage(): void }

/** What follows a `/` at the beginning of a paragraph that has nothing else; null where there is none. */
export function insertQuery({ selection: { empty, $from } }: EditorState): string | null {
  const isPlain = empty && $from.parent.type.name === 'paragraph' && $from.parentOffset === $from.parent.content.size
  return isPlain ? (/^\/([\w ]{0,20})$/.exec($from.parent.textContent)?.[1] ?? null) : null
}

/** The blocks that `/` offers, below the text cursor. The focus stays in the text; arrows choose, Enter takes, Escape closes. */
export function InsertMenu({ view, keys, onImage }: Props) {
  const [at, setAt] = useState(0)
  const [closedFor, setClosedFor] = useState<string | null>(null)
  const query = insertQuery(view.state)
  const openImage: Command = () => {
    onImage()
    return true
  }
  const choices: Choice[] = [
    { label: 'Heading 2', run: toggleHeading(2) },
    { label: 'Heading 3', run: toggleHeading(3) },
    { label: 'Table', run: insertTable },
    { label: 'Image', run: openImage },
    { label: 'Code', run: toggleCodeBlock },
    { label: 'Quote', run: toggleQuote },
    { label: 'Bullet list', run: toggleList('bulletList') },
    { label: 'Numbered list', run: toggleList('orderedList') },
    { label: 'Divider', run: insertRule },
  ]
  const offered = choices.filter(({ label }) => label.toLowerCase().includes(query?.toLowerCase() ?? ''))
  const isOpen = query !== null && query !== closedFor && offered.length > 0
  const active = Math.min(at, offered.length - 1)
  const take = ({ run }: Choice) => {
    instead(run)(view.state, view.dispatch, view)
    setAt(0)
    setClosedFor(null)
  }

  useEffect(() => {
    keys.current = (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (!isOpen) return false
      if (step !== undefined) setAt((active + step + offered.length) % offered.length)
      else if (event.key === 'Enter') take(offered[active] as Choice)
      else if (event.key === 'Escape') setClosedFor(query)
      else return false
      return true
    }
    if (isOpen) view.dom.setAttribute('aria-activedescendant', `insert-${active}`)
    else view.dom.removeAttribute('aria-activedescendant')
  })

  if (!isOpen) return null
  const { left, bottom } = view.coordsAtPos(view.state.selection.from)
  return (
    <ul
      id="insert-menu"
      role="listbox"
      aria-label="Insert"
      style={{ left, top: bottom + 4 }}
      className="fixed z-30 w-48 rounded-lg bg-surface py-1 text-base shadow-over"
    >
      {offered.map((choice, place) => (
        <li
          key={choice.label}
          id={`insert-${place}`}
          role="option"
          aria-selected={place === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => take(choice)}
          className="px-3 py-1.5 aria-selected:bg-raised"
        >
          {choice.label}
        </li>
      ))}
    </ul>
  )
}
