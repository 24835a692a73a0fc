import { Suspense, useState } from 'react'

import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'

const ConvertSheet = late(() => import('#web/areas/content/article/convert/convert-sheet.tsx'))

type Props = {
  item: OutputOf<'getItem'>['item']
  /** Whether something is written that is not saved: it would be about the HTML. */
  hasChanges: boolean
}

/** Says that a body is stored as HTML, and offers to make it Markdown: nobody but a person does (web.md#a-person-converts-html). */
export function OfferMarkdown({ item, hasChanges }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center gap-x-3 border-b border-line py-1 text-sm text-muted">
      <p className="flex-1">
        {hasChanges ? 'This body is HTML. Save what you wrote before you convert it.' : 'This body is HTML.'}
      </p>
      <Button size="small" look="quiet" disabled={hasChanges} onClick={() => setOpen(true)}>
        Convert to Markdown…
      </Button>
      {isOpen && (
        <Suspense>
          <ConvertSheet item={item} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
