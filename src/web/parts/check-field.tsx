import { useId, type ReactNode } from 'react'

type Props = { label: string; hint?: ReactNode; isChecked: boolean; onChange(isChecked: boolean): void }

/** A box to tick, with what it means below its label. */
export function CheckField({ label, hint, isChecked, onChange }: Props) {
  const id = useId()
  return (
    <div className="flex gap-2.5">
      <input
        id={id}
        type="checkbox"
        checked={isChecked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={({ target }) => onChange(target.checked)}
        className="mt-0.5"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="mt-0.5 text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
