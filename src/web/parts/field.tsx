import { clsx } from 'clsx'
import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

export type FieldTexts = { label: string; hint?: ReactNode; error?: string | null | undefined; isOptional?: boolean }

/** Label above, hint below, error under the field and linked to it. */
export function Field({
  label,
  hint,
  error,
  isOptional,
  children,
}: FieldTexts & { children(linked: { id: string; 'aria-describedby': string; 'aria-invalid': boolean }): ReactNode }) {
  const id = useId()
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

export const controlLook =
  'block min-h-11 rounded-lg border border-edge bg-surface px-2.5 text-lg md:min-h-7.5 md:text-base aria-invalid:border-press aria-invalid:ring-1 aria-invalid:ring-press'
export const inputLook = `w-full ${controlLook}`
