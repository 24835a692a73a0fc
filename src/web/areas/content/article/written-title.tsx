import { type KeyboardEvent, useId } from 'react'

import { untitled } from '#web/areas/content/article/draft.ts'
import { focusField } from '#web/areas/content/article/field-places.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'

type Props = { isUntitled: boolean; writing: Writing; mayChange: boolean }

/** The title as a reader meets it: nothing but the words. Its label is for those who do not see the page. */
export function WrittenTitle({ isUntitled, writing, mayChange }: Props) {
  const id = useId()
  const error = writing.errorOf('title')
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        Title
      </label>
      <textarea
        id={id}
        data-field="title"
        value={writing.valueOf('title')}
        readOnly={!mayChange}
        rows={1}
        placeholder={isUntitled ? untitled : 'Title'}
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-error`}
        onKeyDown={goOn}
        onChange={(event) => writing.write('title', event.target.value.replace(/[\r\n]+/g, ' '))}
        className="t-art -mx-2 block w-full [field-sizing:content] resize-none rounded-lg border border-transparent bg-transparent px-2 hover:border-line focus:border-edge aria-invalid:border-press"
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-press-ink">
          {error}
        </p>
      )}
    </div>
  )
}

/** A title is one line: Enter leads to the text below it. */
function goOn(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  focusField('content')
}
