import { X } from 'lucide-react'
import { useId, useRef } from 'react'

import { type PreviewWidth, previewWidths } from '#web/areas/content/article/article-search.ts'
import { PreviewFrame } from '#web/areas/content/article/preview/preview-frame.tsx'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { IconButton } from '#web/parts/icon-button.tsx'
import { useModal } from '#web/parts/use-modal.ts'

type Props = {
  item: OutputOf<'getItem'>['item']
  writing: Writing
  width: PreviewWidth
  onWidth(width: PreviewWidth): void
  onClose(): void
}

/** How the article would look to a reader, with what is not saved yet, as wide as a desk or a phone. */
export default function Preview({ item, writing, width, onWidth, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  const modal = useModal({ focus: () => heading.current?.focus(), onDismiss: onClose })
  const id = useId()
  return (
    <dialog
      {...modal}
      aria-labelledby={id}
      className="m-auto h-dvh max-h-none w-full max-w-full bg-paper shadow-over md:h-[calc(100dvh-2rem)] md:w-[calc(100vw-4rem)] md:rounded-xl"
    >
      <div className="flex h-full flex-col">
        <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2">
          <h2 ref={heading} id={id} tabIndex={-1} className="t-sub outline-none">
            Preview
          </h2>
          <p className="min-w-0 flex-1 text-muted max-sm:hidden">
            {writing.hasChanges ? 'With what is not saved yet.' : 'As it is saved.'}
          </p>
          <div role="group" aria-label="Width" className="flex gap-1 max-sm:ml-auto">
            {previewWidths.map((one) => (
              <Button
                key={one}
                look={one === width ? 'plain' : 'quiet'}
                aria-pressed={one === width}
                onClick={() => onWidth(one)}
              >
                {one === 'phone' ? 'Phone' : 'Desktop'}
              </Button>
            ))}
          </div>
          <IconButton label="Close" icon={<X strokeWidth={1.75} />} onClick={onClose} />
        </header>
        <div className="min-h-0 flex-1">
          <PreviewFrame item={item} patch={writing.patch} isPhone={width === 'phone'} />
        </div>
      </div>
    </dialog>
  )
}
