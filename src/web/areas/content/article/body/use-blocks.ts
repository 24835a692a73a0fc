import type { EditorView } from 'prosemirror-view'
import { type MouseEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'

type Around<T> = RefObject<T | null>
export type Blocks = ReturnType<typeof useBlocks>

/** Between two blocks, in CSS pixels. */
const distance = 16

/**
 * Which block of a text the handle is at, counted from 0: the one under the pointer, else the one with the text cursor; null while
 * nobody is in the text. It stays the same as long as its menu is open.
 */
export function useBlocks(view: Around<EditorView>, place: Around<HTMLElement>, hasFocus: boolean) {
  const menuId = useId()
  const [pointed, setPointed] = useState<number | null>(null)
  const [menu, setMenu] = useState<{ at: number; opener: HTMLElement } | null>(null)
  const [isOpen, setOpen] = useState(false)
  usePointedBlock(view, place, setPointed)
  const ofCursor = view.current === null ? 0 : blockOfCursor(view.current)
  const next = pointed ?? (hasFocus ? ofCursor : null)
  const at = isOpen ? (menu?.at ?? next) : next
  const open = ({ currentTarget }: MouseEvent<HTMLElement>) => setMenu({ at: at ?? ofCursor, opener: currentTarget })
  return { at, ofCursor, menuId, isOpen, open, setOpen, opener: menu?.opener ?? null }
}

/** What shows the block that begins there. */
export function blockElement(view: EditorView, start: number): HTMLElement | null {
  const dom = view.nodeDOM(start)
  return dom instanceof HTMLElement ? dom : null
}

function blockOfCursor({ state: { selection, doc } }: EditorView): number {
  return Math.min(selection.$from.index(0), doc.childCount - 1)
}

/** Reports the block under a mouse as it moves over the text and the handle; null once it leaves, and where keys are pressed. */
function usePointedBlock(
  view: Around<EditorView>,
  place: Around<HTMLElement>,
  onPoint: (at: number | null) => void,
): void {
  const report = useRef(onPoint)
  report.current = onPoint
  useEffect(() => {
    const around = place.current
    const point = ({ clientY, pointerType }: PointerEvent) => {
      if (view.current !== null && pointerType === 'mouse') report.current(blockAt(view.current, clientY))
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
function blockAt(view: EditorView, y: number): number | null {
  let found: number | null = null
  view.state.doc.forEach((_block, offset, at) => {
    const box = blockElement(view, offset)?.getBoundingClientRect()
    if (box && y >= box.top && y <= box.bottom + distance) found = at
  })
  return found
}
