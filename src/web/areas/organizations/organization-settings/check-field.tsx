import { useId, type ReactNode } from 'react'

type Props = { name: string; label: string; hint: ReactNode; isOn: boolean }

/** A setting that is on or off, with what it means. */
export function CheckField({ name, label, hint, isOn }: Props) {
  const id = useId()
  return (
    <div className="flex items-start gap-3">
      <input
        id={id}
        name={name}
        type="checkbox"
        defaultChecked={isOn}
        aria-describedby={`${id}-hint`}
        className="mt-0.5"
      />
      <div>
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="mt-0.5 text-sm text-muted">
          {hint}
        </p>
      </div>
    </div>
  )
}
