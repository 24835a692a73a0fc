import { NodeSelection, type Selection } from 'prosemirror-state'
import { CellSelection } from 'prosemirror-tables'
import type { EditorView } from 'prosemirror-view'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

import type { BodyKeys } from '#web/areas/content/article/body/insert-menu.tsx'
import { AskButton, moveInToolbar, ToolButtons, toolsOf } from '#web/areas/content/article/body/tools.tsx'

type Props = {
  view: EditorView
  keys: RefObject<BodyKeys | null>
  /** Whether the focus is in the text or in what belongs to it. */
  hasFocus: boolean
  onLink(): void
  onAsk: (() => void) | null
}

/** Between the bar and the words, in CSS pixels. */
const gap = 8

/**
 * What is done with words, next to those that are selected. Tab or Alt+F10 leads to it, Escape closes it until something else is
 * selected. A phone shows its own menu there, and the bar above the text has the same (web.md#a-bar-at-the-words).
 */
export function SelectionBar({ view, keys, hasFocus, onLink, onAsk }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const [closedFor, setClosedFor] = useState<Selection | null>(null)
  const isPressed = usePressed(view)
  const { selection } = view.state
  const isOpen = hasFocus && !isPressed && hasWords(view) && closedFor?.eq(selection) !== true

  const place = useCallback(() => {
    if (bar.current !== null) putNextTo(view, bar.current)
  }, [view])
  useLayoutEffect(place)
  useEffect(() => {
    addEventListener('scroll', place, { passive: true })
    return () => removeEventListener('scroll', place)
  }, [place])

  useEffect(() => {
    keys.current = (event) => {
      if (bar.current?.checkVisibility() !== true) return false
      if (event.key === 'Escape') setClosedFor(selection)
      else if (event.key === 'F10' && event.altKey) bar.current.querySelector('button')?.focus()
      else return false
      return true
    }
  })

  if (!isOpen) return null
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label="Selection"
      onKeyDown={(event) => {
        moveInToolbar(event)
        if (event.key !== 'Escape') return
        setClosedFor(selection)
        view.focus()
      }}
      className="absolute z-[4] flex items-center gap-0.5 rounded-lg bg-surface p-1 shadow-over max-md:hidden"
    >
      <ToolButtons
        tools={toolsOf(view.state, { onLink, onImage: () => {} }).filter(({ isOfWords }) => isOfWords)}
        view={view}
      />
      {onAsk && <AskButton onAsk={onAsk} />}
    </div>
  )
}

/** Whether words are selected that can be written otherwise: not cells, a picture, or code. */
function hasWords({ state: { selection, doc } }: EditorView): boolean {
  const { empty, from, to, $from } = selection
  if (empty || selection instanceof NodeSelection || selection instanceof CellSelection) return false
  return $from.parent.type.spec.code !== true && doc.textBetween(from, to).trim() !== ''
}

/** Below the last word; above the first where the window ends, so that what is selected stays in view. */
function putNextTo(view: EditorView, bar: HTMLElement): void {
  const around = bar.offsetParent?.getBoundingClientRect()
  if (around === undefined) return
  const { from, to } = view.state.selection
  const [start, end] = [view.coordsAtPos(from, 1), view.coordsAtPos(to, -1)]
  const tools = bar.parentElement?.querySelector('[role=toolbar]')?.getBoundingClientRect()
  const [highest, lowest] = [(tools?.bottom ?? 0) + gap, innerHeight - bar.offsetHeight - gap]
  const [above, below] = [start.top - bar.offsetHeight - gap, end.bottom + gap]
  const isOneLine = start.bottom > end.top
  const left = (isOneLine ? start.left : around.left) - around.left
  const top = below <= lowest ? below : above >= highest ? above : lowest
  bar.style.left = `${Math.max(0, Math.min(left, around.width - bar.offsetWidth))}px`
  bar.style.top = `${top - around.top}px`
}

/** Whether a pointer is selecting right now: the bar would be in its way. */
function usePressed({ dom }: EditorView): boolean {
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    const [press, release] = [() => setPressed(true), () => setPressed(false)]
    dom.addEventListener('pointerdown', press)
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
    return () => {
      dom.removeEventListener('pointerdown', press)
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
    }
  }, [dom])
  return isPressed
}
