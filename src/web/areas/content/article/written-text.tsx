import { useId, type TextareaHTMLAttributes } from 'react'
import type { Writing } from '#web/areas/content/article/use-draft.ts'

type Props = { field: 'title' | 'content'; label: string; writing: Writing; mayChange: boolean }

/** The title or the body as a reader meets it: nothing but the words. Its label is for those who do not see the page. */
export function WrittenText({ field, label, writing, mayChange }: Props) {
  const id = useId()
  const error = writing.errorOf(field)
  const isTitle = field === 'title'
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Area
        id={id}
        data-field={field}
        value={writing.valueOf(field)}
        readOnly={!mayChange}
        rows={isTitle ? 1 : 16}
        spellCheck
        aria-invalid={Boolean(error)}
        aria-describedby={`${id}-error`}
        onChange={(event) => writing.write(field, event.target.value)}
        className={`${bare} ${isTitle ? 't-art' : 'prose min-h-96 max-w-none py-2'}`}
      />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-press-ink">
          {error}
        </p>
      )}
    </div>
  )
}

const bare =
  'block w-full [field-sizing:content] resize-none rounded-lg border border-transparent bg-transparent px-2 -mx-2 hover:border-line focus:border-edge aria-invalid:border-press'

function Area(props: TextareaHTMLAttributes<HTMLTextAreaElement> & { 'data-field': string }) {
  return <textarea {...props} />
}
