import { clsx } from 'clsx'
import { createContext, useContext, useId, type InputHTMLAttributes, type ReactNode } from 'react'

import { inputLook } from '#web/parts/control-look.ts'
import { inPlainWords } from '#web/parts/plain-words.ts'

export type FieldTexts = { label: string; hint?: ReactNode; error?: string | null | undefined; isOptional?: boolean }

/** What the inputs of a form lack, by their ids. */
export const FormFaults = createContext<Readonly<Record<string, string>>>({})

/** Label above, hint below, error under the field and linked to it. */
export function Field({
  label,
  hint,
  error: refused,
  isOptional,
  children,
}: FieldTexts & { children(linked: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }): ReactNode }) {
  const id = useId()
  const error = useContext(FormFaults)[id] ?? (refused && inPlainWords(refused))
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
        {isOptional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({ id, 'aria-describedby': `${id}-hint ${id}-error`, 'aria-invalid': Boolean(error) })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-press-ink">
          {error}
        </p>
      )}
    </div>
  )
}

type InputProps = FieldTexts & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>

export function TextField({ label, hint, error, isOptional, className, ...rest }: InputProps) {
  return (
    <Field {...{ label, hint, error }} isOptional={isOptional ?? false}>
      {(linked) => <input {...linked} {...rest} className={clsx(inputLook, className)} />}
    </Field>
  )
}
