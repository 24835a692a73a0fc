import { useId } from 'react'

import type { Writing } from '#web/areas/content/article/use-draft.ts'

/** The title as a reader meets it: nothing but the words. Its label is for those who do not see the page. */
export function WrittenTitle({ writing, mayChange }: { writing: Writing; mayChange: boolean }) {
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
        placeholder="Title"
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-error`}
        onChange={(event) => writing.write('title', event.target.value)}
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
