import { GripVertical } from 'lucide-react'
import type { EditorView } from 'prosemirror-view'
import { useLayoutEffect, useRef } from 'react'

import { startOfBlock } from '#web/areas/content/article/body/block-commands.ts'
import { blockElement, type Blocks } from '#web/areas/content/article/body/use-blocks.ts'

const size = 24

/** At the left of a block, where a window has room for it: opens the menu of the block. */
export function BlockHandle({ view, blocks: { shown, menuId, isOpen, open } }: { view: EditorView; blocks: Blocks }) {
  const handle = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (handle.current !== null && shown !== null) putBeside(view, shown, handle.current)
  })
  if (shown === null) return null
  return (
    <button
      ref={handle}
      type="button"
      aria-label="This block"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      title="Turn into, move, duplicate, delete"
      popoverTarget={menuId}
      // The selection stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={open}
      className="absolute -left-8 z-[4] grid size-6 place-items-center rounded text-muted hover:bg-raised hover:text-ink max-md:hidden"
    >
      <GripVertical aria-hidden className="size-4" strokeWidth={1.75} />
    </button>
  )
}

function putBeside(view: EditorView, { at, item }: NonNullable<Blocks['shown']>, handle: HTMLElement): void {
  const start = startOfBlock(view.state.doc, at)
  const block = (item === null ? null : blockElement(view, item)) ?? blockElement(view, start)
  const around = handle.offsetParent?.getBoundingClientRect()
  if (block === null || around === undefined) return
  // In the middle of its first line.
  const { lineHeight, paddingTop } = getComputedStyle(block)
  const line = Number.parseFloat(lineHeight) || size
  const top = block.getBoundingClientRect().top + Number.parseFloat(paddingTop) + (line - size) / 2
  handle.style.top = `${top - around.top}px`
}
