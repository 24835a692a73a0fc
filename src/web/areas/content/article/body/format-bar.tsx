import { Pilcrow } from 'lucide-react'
import type { EditorView } from 'prosemirror-view'

import { AskButton, moveInToolbar, ToolButtons, toolLook, toolsOf } from '#web/areas/content/article/body/tools.tsx'
import type { Blocks } from '#web/areas/content/article/body/use-blocks.ts'

type Props = {
  view: EditorView | null
  onLink(): void
  onImage(): void
  onSource(): void
  /** Null: this person may not ask. */
  onAsk: (() => void) | null
  blocks: Blocks
}

/** All that can be done with the text. It stays in view, on a phone too, where nothing lies over the text (web.md#a-bar-at-the-words). */
export function FormatBar({ view, onSource, onAsk, blocks, ...dialogs }: Props) {
  return (
    <div
      role="toolbar"
      aria-label="Format"
      onKeyDown={moveInToolbar}
      // Below the bar of the article, however many lines that has, and never over the actions at the bottom of a narrow window.
      // On a phone it is one line, too, which scrolls sideways: the text has the room.
      className="sticky top-[calc(48px+var(--article-bar,48px))] z-[5] -mx-2 flex flex-wrap print:hidden max-md:flex-nowrap max-md:overflow-x-auto max-md:[&>*]:shrink-0 items-center gap-0.5 border-b border-line bg-paper px-1 py-1"
    >
      <ToolButtons tools={toolsOf(view?.state, dialogs)} view={view} />
      {onAsk && <AskButton onAsk={onAsk} />}
      {/* In wider windows it is at the block itself. */}
      <button
        type="button"
        aria-label="This block"
        aria-haspopup="menu"
        title="This block"
        tabIndex={-1}
        popoverTarget={blocks.menuId}
        onClick={blocks.open}
        className={`${toolLook} md:hidden`}
      >
        <Pilcrow aria-hidden className="size-4" strokeWidth={1.75} />
      </button>
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
