import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

type Props<V extends string> = {
  label: string
  value: V
  options: readonly { value: NoInfer<V>; label: string; hint?: ReactNode; disabled?: boolean }[]
  onChange(value: NoInfer<V>): void
  /** Side by side where there is room. */
  isRow?: boolean
  /** Each hint at the right of its label instead of below it. */
  isHintBeside?: boolean
}

/** One choice out of a few, all of them visible. */
export function RadioGroup<V extends string>({
  label,
  value,
  options,
  onChange,
  isRow = false,
  isHintBeside = false,
}: Props<V>) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <div className={clsx('flex flex-col gap-2', isRow && 'sm:flex-row sm:*:flex-1')}>
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-11 items-start gap-3 rounded-lg border border-line bg-surface px-3 py-2.5 has-checked:border-ink has-checked:bg-raised has-disabled:text-muted md:min-h-0 md:py-2"
          >
            <input
              type="radio"
              name={id}
              value={option.value}
              checked={option.value === value}
              disabled={option.disabled}
              onChange={() => onChange(option.value)}
              aria-labelledby={`${id}-${option.value}-label`}
              aria-describedby={option.hint ? `${id}-${option.value}` : undefined}
              className="mt-0.5"
            />
            <span className={clsx(isHintBeside && 'flex flex-1 flex-wrap items-baseline justify-between gap-x-4')}>
              <span id={`${id}-${option.value}-label`} className="block font-medium">
                {option.label}
              </span>
              {option.hint && (
                <span id={`${id}-${option.value}`} className="block text-sm text-muted">
                  {option.hint}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
