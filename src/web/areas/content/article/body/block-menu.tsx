import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import type { Command } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type KeyboardEvent, useRef } from 'react'

import { keysOf } from '#std/objects.ts'
import {
  type BlockKind,
  blockKinds,
  deleteBlock,
  duplicateBlock,
  kindOf,
  moveBlock,
  moveItem,
  placeInList,
  turnBlock,
} from '#web/areas/content/article/body/block-commands.ts'
import type { Blocks } from '#web/areas/content/article/body/use-blocks.ts'

type Props = { view: EditorView; blocks: Blocks }

const width = 184

/** What is done with a block as a whole, in the top layer; arrows, Home and End move, Escape closes (WAI-ARIA APG, menu button). */
export function BlockMenu({ view, blocks }: Props) {
  const menu = useRef<HTMLDivElement>(null)
  const { at, item } = blocks.shown ?? blocks.ofCursor
  const { doc } = view.state
  const block = doc.maybeChild(at)
  const kind = block ? kindOf(block) : undefined

  function run(command: Command) {
    menu.current?.hidePopover()
    // One step to undo, however soon it follows another.
    command(view.state, (change) => view.dispatch(closeHistory(change)), view)
    view.focus()
  }

  function move(event: KeyboardEvent<HTMLElement>) {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')]
    const now = items.indexOf(document.activeElement as HTMLElement)
    const places: Record<string, number> = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }
    const next = places[event.key]
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (next === undefined) return
    event.preventDefault()
    items.at(next % items.length)?.focus()
  }

  return (
    <div
      ref={menu}
      id={blocks.menuId}
      popover="auto"
      role="menu"
      aria-label="This block"
      onKeyDown={move}
      onToggle={(event) => {
        const isOpen = event.newState === 'open'
        blocks.setOpen(isOpen)
        if (isOpen && menu.current !== null) putBeside(menu.current, blocks.opener)
      }}
      className="fixed inset-auto overflow-y-auto rounded-lg bg-surface py-1 text-base text-ink shadow-over"
    >
      {kind !== undefined && (
        <div role="group" aria-label="Turn into" className="mb-1 border-b border-line pb-1">
          <p aria-hidden className="px-3 py-1 text-sm text-muted">
            Turn into
          </p>
          {keysOf(blockKinds).map((one: BlockKind) => (
            <button
              key={one}
              ref={beginHere}
              type="button"
              role="menuitemradio"
              aria-checked={one === kind}
              tabIndex={-1}
              onClick={() => run(one === kind ? () => false : turnBlock(at, one))}
              className={`${itemLook} aria-checked:font-semibold`}
            >
              {blockKinds[one]}
            </button>
          ))}
        </div>
      )}
      <Moves doc={doc} place={{ at, item }} run={run} />
      <Item label="Duplicate" onPress={() => run(duplicateBlock(at))} />
      <Item label="Delete" onPress={() => run(deleteBlock(at))} />
    </div>
  )
}

type MovesProps = { doc: Node; place: Blocks['ofCursor']; run(command: Command): void }

/** Up and down: of a list the item that is meant, and the whole. */
function Moves({ doc, place: { at, item }, run }: MovesProps) {
  const inList = item === null ? undefined : placeInList(doc, item)
  const isList = doc.maybeChild(at)?.type.name.endsWith('List') === true && inList !== undefined
  return (
    <>
      {item !== null && inList !== undefined && (
        <>
          <Item label="Move item up" isPossible={inList.at > 0} onPress={() => run(moveItem(item, -1))} />
          <Item
            label="Move item down"
            isPossible={inList.at < inList.list.childCount - 1}
            onPress={() => run(moveItem(item, 1))}
          />
        </>
      )}
      <Item label={isList ? 'Move list up' : 'Move up'} isPossible={at > 0} onPress={() => run(moveBlock(at, -1))} />
      <Item
        label={isList ? 'Move list down' : 'Move down'}
        isPossible={at < doc.childCount - 1}
        onPress={() => run(moveBlock(at, 1))}
      />
    </>
  )
}

type ItemProps = { label: string; isPossible?: boolean; onPress(): void }

function Item({ label, isPossible = true, onPress }: ItemProps) {
  return (
    <button
      ref={beginHere}
      type="button"
      role="menuitem"
      tabIndex={-1}
      disabled={!isPossible}
      onClick={onPress}
      className={`${itemLook} disabled:text-muted`}
    >
      {label}
    </button>
  )
}

const itemLook =
  'block w-full px-3 py-1.5 text-left hover:bg-raised focus-visible:bg-raised focus-visible:-outline-offset-2 max-md:min-h-11'

/** The browser itself gives the first of them the focus as the menu opens: keys that follow at once are for the menu. */
function beginHere(item: HTMLElement | null): void {
  item?.toggleAttribute('autofocus', true)
}

/** Below what opened it; as far up as it needs to be whole. */
function putBeside(menu: HTMLElement, opener: HTMLElement | null): void {
  const { left, bottom } = opener?.getBoundingClientRect() ?? { left: 0, bottom: 0 }
  Object.assign(menu.style, {
    width: `${width}px`,
    maxHeight: `${innerHeight - 16}px`,
    left: `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`,
  })
  menu.style.top = `${Math.max(8, Math.min(bottom + 4, innerHeight - menu.offsetHeight - 8))}px`
}
