import type { EditorView } from 'prosemirror-view'
import { type MouseEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'

import { itemAround } from '#web/areas/content/article/body/block-commands.ts'

type Around<T> = RefObject<T | null>
export type Blocks = ReturnType<typeof useBlocks>

/** Between two blocks, in CSS pixels. */
const distance = 16

/** A block of a text, counted from 0, and where the item begins that is meant of a list; null: it is none. */
type Place = { at: number; item: number | null }

/**
 * Which block of a text the handle is at: the one under the pointer, else the one with the text cursor; null while nobody is in the
 * text. It stays the same as long as its menu is open.
 */
export function useBlocks(view: Around<EditorView>, place: Around<HTMLElement>, hasFocus: boolean) {
  const menuId = useId()
  const [pointed, setPointed] = useState<Place | null>(null)
  const [menu, setMenu] = useState<{ place: Place; opener: HTMLElement } | null>(null)
  const [isOpen, setOpen] = useState(false)
  usePointedBlock(view, place, (now) => setPointed((before) => (isSame(before, now) ? before : now)))
  const ofCursor = view.current === null ? { at: 0, item: null } : placeOfCursor(view.current)
  const next = pointed ?? (hasFocus ? ofCursor : null)
  const shown = isOpen ? (menu?.place ?? next) : next
  const open = ({ currentTarget }: MouseEvent<HTMLElement>) =>
    setMenu({ place: shown ?? ofCursor, opener: currentTarget })
  return { shown, ofCursor, menuId, isOpen, open, setOpen, opener: menu?.opener ?? null }
}

/** What shows the block that begins there. */
export function blockElement(view: EditorView, start: number): HTMLElement | null {
  const dom = view.nodeDOM(start)
  return dom instanceof HTMLElement ? dom : null
}

function isSame(one: Place | null, other: Place | null): boolean {
  return one?.at === other?.at && one?.item === other?.item
}

function placeOfCursor({ state: { selection, doc } }: EditorView): Place {
  return { at: Math.min(selection.$from.index(0), doc.childCount - 1), item: itemAround(selection.$from) }
}

/** Reports the block under a mouse as it moves over the text and the handle; null once it leaves, and where keys are pressed. */
function usePointedBlock(
  view: Around<EditorView>,
  place: Around<HTMLElement>,
  onPoint: (place: Place | null) => void,
): void {
  const report = useRef(onPoint)
  report.current = onPoint
  useEffect(() => {
    const around = place.current
    const point = ({ clientY, pointerType }: PointerEvent) => {
      if (view.current !== null && pointerType === 'mouse') report.current(placeAt(view.current, clientY))
    }
    const leave = () => report.current(null)
    around?.addEventListener('pointermove', point)
    around?.addEventListener('pointerleave', leave)
    around?.addEventListener('keydown', leave)
    return () => {
      around?.removeEventListener('pointermove', point)
      around?.removeEventListener('pointerleave', leave)
      around?.removeEventListener('keydown', leave)
    }
  }, [view, place])
}

/** The block at a height of the window, with what is below it; null above the first and below the last. */
function placeAt(view: EditorView, y: number): Place | null {
  let found: Place | null = null
  view.state.doc.forEach((_block, offset, at) => {
    const block = blockElement(view, offset)
    const box = block?.getBoundingClientRect()
    if (block && box && y >= box.top && y <= box.bottom + distance) found = { at, item: itemAt(view, block, y) }
  })
  return found
}

/** Where the innermost item of a list at a height of the window begins. */
function itemAt(view: EditorView, block: HTMLElement, y: number): number | null {
  const item = [...block.querySelectorAll('li')].findLast((one) => {
    const { top, bottom } = one.getBoundingClientRect()
    return y >= top && y <= bottom
  })
  return item === undefined ? null : itemAround(view.state.doc.resolve(view.posAtDOM(item, 0)))
}
