import type { ReactNode } from 'react'

import { inputLook } from '#web/parts/control-look.ts'
import { Field } from '#web/parts/field.tsx'
import { textIn } from '#web/parts/form.tsx'

type Props = {
  label: string
  /** The name of its value in the form. */
  name: string
  hint: ReactNode
  error: string | null | undefined
  lines?: readonly string[]
  isRequired?: boolean
}

/** Addresses or parts of them, one in each line. */
export function LinesField({ label, name, hint, error, lines = [], isRequired = false }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(linked) => (
        <textarea
          {...linked}
          name={name}
          required={isRequired}
          rows={Math.min(8, Math.max(3, lines.length))}
          spellCheck={false}
          defaultValue={lines.join('\n')}
          className={`mono py-1.5 ${inputLook}`}
        />
      )}
    </Field>
  )
}

/** The lines that were typed, without those that are empty. */
export function linesIn(form: FormData, name: string): string[] {
  return textIn(form, name)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}
