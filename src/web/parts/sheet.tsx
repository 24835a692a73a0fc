import { X } from 'lucide-react'
import { useId, useRef, type ReactNode } from 'react'

import { IconButton } from '#web/parts/icon-button.tsx'
import { useModal } from '#web/parts/use-modal.ts'

type Props = {
  title: ReactNode
  lead?: ReactNode
  /** What is about to happen to it, or how it stands. */
  over?: ReactNode
  children: ReactNode
  footer?: ReactNode
  isReady?: boolean
  /** As wide as the window has room for: two texts side by side. */
  isWide?: boolean
  onClose(): void
}

/**
 * A modal panel at the right edge, over the whole width of a phone: it is open as long as it is rendered. Focus goes to its
 * title and returns to the opener at the end. While it is not ready its content is a placeholder, which is replaced and not
 * moved when a longer title comes.
 */
export function Sheet({ title, lead, over, children, footer, isReady = true, isWide = false, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const modal = useModal({ focus: () => heading.current?.focus(), onDismiss: onClose })
  const id = useId()

  return (
    <dialog
      {...modal}
      aria-labelledby={id}
      className={`slide-in mr-0 ml-auto h-dvh max-h-none w-full max-w-full bg-surface shadow-over ${isWide ? 'sm:max-w-[1120px]' : 'sm:max-w-[520px]'}`}
    >
      <div className="flex h-full flex-col">
        <header className="double-rule flex items-start gap-3 py-3.5 pr-3 pl-5 sm:pl-6">
          <div className="min-w-0 flex-1 pt-1.5">
            {over && <div className="text-muted">{over}</div>}
            <h2 ref={heading} id={id} tabIndex={-1} className="t-sub break-words outline-none">
              {title}
            </h2>
            {lead && <div className="mt-1 text-muted">{lead}</div>}
          </div>
          <IconButton label="Close" icon={<X strokeWidth={1.75} />} onClick={onClose} />
        </header>
        {/* Scrolled by keys too, where nothing in it takes the focus. */}
        <div
          key={isReady ? 'content' : 'placeholder'}
          tabIndex={0}
          className="min-h-0 flex-1 overflow-y-auto px-5 py-5 focus-visible:-outline-offset-2 sm:px-6"
        >
          {children}
        </div>
        {footer && <footer className="flex flex-wrap gap-2 border-t border-line px-5 py-3 sm:px-6">{footer}</footer>}
      </div>
    </dialog>
  )
}
