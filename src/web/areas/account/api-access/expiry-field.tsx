import { useState } from 'react'

import { controlLook } from '#web/parts/control-look.ts'
import { Field } from '#web/parts/field.tsx'

type Props = {
  label?: string
  days: number
  max: number
  onChange(days: number): void
  error: string | null | undefined
}

const usual = [7, 30, 90, 180, 365]

/** How long a key lives: a common number of days, or any from 1 up to what the organization allows. */
export function ExpiryField({ label = 'Expires', days, max, onChange, error }: Props) {
  const offered = usual.filter((number) => number <= max)
  const [isCustom, setCustom] = useState(!usual.includes(days))
  const ends = new Date(Date.now() + days * 86_400_000)
  return (
    <Field label={label} error={error} hint={`Ends on ${ends.toLocaleDateString('en-GB', { dateStyle: 'long' })}.`}>
      {(linked) => (
        <div className="flex gap-2">
          <select
            {...linked}
            className={`${controlLook} min-w-0 flex-1 sm:max-w-60`}
            value={isCustom ? 'custom' : days}
            onChange={({ target }) => {
              setCustom(target.value === 'custom')
              if (target.value !== 'custom') onChange(Number(target.value))
            }}
          >
            {offered.map((number) => (
              <option key={number} value={number}>
                In {number} days{number === 90 ? ' (usual)' : ''}
              </option>
            ))}
            <option value="custom">Another number of days</option>
          </select>
          {isCustom && (
            <input
              type="number"
              aria-label="Days until it expires"
              min={1}
              max={max}
              required
              defaultValue={days}
              onChange={({ target }) => target.validity.valid && target.value && onChange(target.valueAsNumber)}
              className={`${controlLook} w-24`}
            />
          )}
        </div>
      )}
    </Field>
  )
}
