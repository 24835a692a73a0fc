import { useState, type ReactNode } from 'react'

import { Button } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Notice } from '#web/parts/notice.tsx'

type Props = {
  /** The slug that is in use; without one a slug is made from the name. */
  slug: string | undefined
  error: string | null | undefined
  /** What a new slug means for those who know the old one. */
  consequence: ReactNode
}

/** The slug of a term or author. One in use is locked: opening it says what a change means. */
export function SlugField({ slug, error, consequence }: Props) {
  const [isLocked, setLocked] = useState(slug !== undefined)
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="Slug"
        name="slug"
        isOptional={slug === undefined}
        required={slug !== undefined}
        readOnly={isLocked}
        defaultValue={slug ?? ''}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        className="mono read-only:bg-raised"
        hint={slug === undefined ? 'Part of addresses. Left empty, it is made from the name.' : undefined}
        error={error}
      />
      {isLocked && (
        <div>
          <Button size="small" onClick={() => setLocked(false)}>
            Change the slug
          </Button>
        </div>
      )}
      {slug !== undefined && !isLocked && <Notice tone="warn">{consequence}</Notice>}
    </div>
  )
}
