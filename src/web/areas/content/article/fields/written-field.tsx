import type { ReactNode } from 'react'

import type { TextField as Name } from '#web/areas/content/article/draft.ts'
import type { Writing } from '#web/areas/content/article/use-draft.ts'
import { inputLook } from '#web/parts/control-look.ts'
import { Field } from '#web/parts/field.tsx'

type Props = {
  field: Name
  label: string
  writing: Writing
  mayChange: boolean
  hint?: ReactNode
  /** Lines of text at least; one line without. */
  rows?: number
  isMono?: boolean
}

/** One text of an article that it may lack. */
export function WrittenField({ field, label, writing, mayChange, hint, rows, isMono = false }: Props) {
  const bound = {
    value: writing.valueOf(field),
    readOnly: !mayChange,
    'data-field': field,
    onChange: (event: { target: { value: string } }) => writing.write(field, event.target.value),
  }
  return (
    <Field label={label} hint={hint} error={writing.errorOf(field)}>
      {(linked) =>
        rows === undefined ? (
          <input {...linked} {...bound} className={isMono ? `${inputLook} mono` : inputLook} />
        ) : (
          <textarea
            {...linked}
            {...bound}
            rows={rows}
            className={`${inputLook} [field-sizing:content] resize-none py-1.5`}
          />
        )
      }
    </Field>
  )
}
