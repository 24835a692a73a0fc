import { Suspense, useState } from 'react'

import { OfferMarkdown } from '#web/areas/content/article/convert/offer-markdown.tsx'
import type { Asking } from '#web/areas/content/article/requests/use-asking.ts'
import type { Suggestions } from '#web/areas/content/article/suggestions/use-suggestions.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'

// The editor is most of what this page loads: the rest of it is there before.
const RichBody = late(async () => ({
  default: (await import('#web/areas/content/article/body/rich-body.tsx')).RichBody,
}))

type Props = {
  item: OutputOf<'getItem'>['item']
  writing: Writing
  mayChange: boolean
  suggestions: Suggestions | null
  asking: Asking
}

/** The body: as rich text, or as its source. One that is stored as HTML is written as its source. */
export function BodyEditor({ item, writing, mayChange, suggestions, asking }: Props) {
  const format = item.contentFormat
  const [isSource, setSource] = useState(format === 'html')
  const [isTurned, setTurned] = useState(false)
  const [opening, setOpening] = useState(() => ({}))
  const turn = (source: boolean) => {
    setSource(source)
    setTurned(true)
    setOpening({})
  }
  const error = writing.errorOf('content')
  const value = writing.valueOf('content')
  const change = (text: string) => writing.write('content', text)
  return (
    <div>
      {isSource ? (
        <>
          {format === 'markdown' && (
            <p className="flex justify-end border-b border-line py-1">
              <Button size="small" look="quiet" onClick={() => turn(false)}>
                Text
              </Button>
            </p>
          )}
          {format === 'html' && mayChange && <OfferMarkdown item={item} hasChanges={writing.hasChanges} />}
          <textarea
            ref={isTurned ? focusOnce : undefined}
            aria-label={format === 'html' ? 'Body, as HTML' : 'Markdown source'}
            data-field="content"
            value={value}
            readOnly={!mayChange}
            rows={16}
            aria-invalid={Boolean(error)}
            onChange={(event) => change(event.target.value)}
            className="mono block min-h-96 w-full [field-sizing:content] resize-none bg-transparent py-3"
          />
        </>
      ) : (
        <Suspense
          fallback={<p className="prose min-h-96 py-12 whitespace-pre-wrap text-muted">{value.slice(0, 3000)}</p>}
        >
          <RichBody
            opening={opening}
            value={value}
            onChange={change}
            isReadOnly={!mayChange}
            isInvalid={Boolean(error)}
            onSource={() => turn(true)}
            takesFocus={isTurned}
            onAsk={asking.mayAsk ? () => asking.ask('passage') : null}
            onView={asking.setView}
            suggestion={suggestions?.body ?? null}
            onSuggestions={suggestions?.report}
          />
        </Suspense>
      )}
      {error && <p className="mt-1 text-sm text-press-ink">{error}</p>}
    </div>
  )
}

/** The button that turned the text over is gone: the focus goes to what is there instead. */
function focusOnce(source: HTMLTextAreaElement | null): void {
  source?.focus()
}
