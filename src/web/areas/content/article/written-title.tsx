import { type KeyboardEvent, useId } from 'react'

import { untitled } from '#web/areas/content/article/draft.ts'
import { focusField } from '#web/areas/content/article/field-places.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'

type Props = { isUntitled: boolean; writing: Writing; mayChange: boolean }

/** The title as a reader meets it: nothing but the words; a hairline at the side says where one writes, as in the text. Its label is for those who do not see the page. */
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
        className="t-art -ml-2.5 block w-[calc(100%+10px)] [field-sizing:content] resize-none border-l-2 border-transparent bg-transparent pl-2 focus:border-edge focus-visible:outline-none aria-invalid:border-press"
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
