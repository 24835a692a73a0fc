import { useState } from 'react'

import type { Media } from '#web/areas/media/media/media-search.ts'
import { SuggestAlt } from '#web/areas/media/suggest-alt.tsx'
import { Button } from '#web/parts/button.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { Field } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { useAction } from '#web/use-operation.ts'

/**
 * The alt text of a picture, saved on leaving the field, with Enter or by its button. What others write meanwhile comes into the field;
 * where somebody is typing it is shown below, and only a press replaces it.
 */
export function AltText({ media, mayChange }: { media: Media; mayChange: boolean }) {
  // What the field was filled with, or saved as.
  const [base, setBase] = useState<Pick<Media, 'alt' | 'version'>>(media)
  const [text, setText] = useState(media.alt ?? '')
  const [isSaved, setSaved] = useState(false)
  const update = useAction('updateMedia')
  const isDirty = text.trim() !== (base.alt ?? '')
  const isChanged = media.version > base.version && media.alt !== base.alt
  if (isChanged && !isDirty) {
    setBase(media)
    setText(media.alt ?? '')
    setSaved(false)
  }

  async function save() {
    if (!isDirty || update.isPending) return
    const done = await update.run({ mediaId: media.id, alt: text.trim() || null })
    if (done === null) return
    setBase(done.media)
    setSaved(true)
  }

  return (
    <div className="my-4">
      <Field
        label="Alt text"
        hint={
          <span className="flex justify-between gap-3">
            <span>What someone who does not see it should know.</span>
            <span className="shrink-0 tabular-nums">{text.length} of 300</span>
          </span>
        }
        error={update.error?.fieldMessage('alt')}
      >
        {(linked) => (
          <textarea
            {...linked}
            rows={3}
            maxLength={300}
            disabled={!mayChange}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onBlur={() => !isChanged && void save()}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              void save()
            }}
            className={`${inputLook} py-1.5`}
          />
        )}
      </Field>
      <FormProblem error={update.error} />
      <div className="mt-1 flex min-h-6.5 flex-wrap items-center gap-2">
        {isDirty && (
          <Button size="small" isBusy={update.isPending} onClick={() => void save()}>
            Save alt text
          </Button>
        )}
        {mayChange && <SuggestAlt mediaId={media.id} onSuggested={setText} />}
        <span role="status" className="text-sm text-muted">
          {!isDirty && isSaved && 'Saved'}
        </span>
      </div>
      {isChanged && isDirty && (
        <p role="status" className="mt-1 wrap-anywhere">
          {media.alt
            ? `Somebody else has written “${media.alt}” meanwhile.`
            : 'Somebody else has cleared it meanwhile.'}{' '}
          Save yours to replace it.
        </p>
      )}
    </div>
  )
}
