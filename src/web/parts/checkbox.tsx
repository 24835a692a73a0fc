import { useId, type InputHTMLAttributes, type ReactNode } from 'react'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> & { label: ReactNode; hint?: ReactNode }

/** A yes-or-no choice, submitted with the form around it. */
export function Checkbox({ label, hint, ...rest }: Props) {
  const id = useId()
  return (
    <div className="flex min-h-6 items-start gap-3">
      <input {...rest} id={id} type="checkbox" aria-describedby={hint ? `${id}-hint` : undefined} className="mt-0.5" />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
