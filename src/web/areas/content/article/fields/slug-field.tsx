import { useId, useState } from 'react'

import type { Writing } from '#web/areas/content/article/use-draft.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'

type Props = { item: OutputOf<'getItem'>['item']; writing: Writing; mayChange: boolean }

/** The last part of the address. That of a live article is locked, because its old address must then lead on. */
export function SlugField({ item, writing, mayChange }: Props) {
  const id = useId()
  const [isUnlocked, setUnlocked] = useState(false)
  const isLocked = item.status === 'published' && !isUnlocked && mayChange
  const error = writing.errorOf('slug')
  return (
    <div className="grid grid-cols-[88px_minmax(0,1fr)] items-center">
      <label htmlFor={id} className="text-muted">
        Slug
      </label>
      <span className="flex items-center gap-2">
        <input
          id={id}
          data-field="slug"
          value={writing.valueOf('slug')}
          readOnly={!mayChange || isLocked}
          aria-describedby={`${id}-hint`}
          aria-invalid={Boolean(error)}
          onChange={(event) => writing.write('slug', event.target.value)}
          className="mono -ml-2 min-h-8 min-w-0 flex-1 rounded-lg border border-transparent bg-transparent px-2 hover:border-line focus:border-edge aria-invalid:border-press"
        />
        {isLocked && (
          <Button size="small" onClick={() => setUnlocked(true)}>
            Unlock
          </Button>
        )}
      </span>
      <span id={`${id}-hint`} className="col-start-2 text-sm">
        {error ? (
          <span className="text-press-ink">{error}</span>
        ) : (
          isUnlocked && <span className="text-muted">The old address leads to the new one: a redirect is stored.</span>
        )}
      </span>
    </div>
  )
}
