import type { ReactNode } from 'react'

type Props = { label: ReactNode; isOn: boolean; onChange(isOn: boolean): void; disabled?: boolean }

/** On or off, at once. All of it, including its label, can be clicked. */
export function Switch({ label, isOn, onChange, disabled }: Props) {
  return (
    <label className="inline-flex min-h-11 items-center gap-2.5 font-medium whitespace-nowrap md:min-h-7.5">
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="switch"
      />
      {label}
    </label>
  )
}
