import type { TextareaHTMLAttributes } from 'react'

import { inputLook } from '#web/parts/control-look.ts'
import { Field, type FieldTexts } from '#web/parts/field.tsx'

type Props = FieldTexts & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'rows' | 'className'>

/** A field of three lines, for a sentence or more. */
export function LongTextField({ label, hint, error, isOptional = false, ...rest }: Props) {
  return (
    <Field {...{ label, hint, error, isOptional }}>
      {(linked) => <textarea {...linked} {...rest} rows={3} className={`${inputLook} min-h-20 py-2`} />}
    </Field>
  )
}
