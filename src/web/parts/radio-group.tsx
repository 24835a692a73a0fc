import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

type Props<V extends string> = {
  label: string
  value: V
  options: readonly { value: NoInfer<V>; label: ReactNode; hint?: ReactNode; disabled?: boolean }[]
  onChange(value: NoInfer<V>): void
  /** Side by side, for choices of a few words. */
  isRow?: boolean
  /** Each hint at the right of its label instead of below it. */
  isHintBeside?: boolean
}

/** One choice out of a few, all of them visible, divided by hairlines. */
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
      <div className={isRow ? 'flex flex-wrap gap-x-6' : 'border-t border-line'}>
        {options.map((option) => (
          <label
            key={option.value}
            className={clsx(
              'flex gap-2.5 has-disabled:cursor-not-allowed has-disabled:text-muted max-md:min-h-11 max-md:py-3',
              isRow ? 'md:py-1' : 'border-b border-line md:py-2',
            )}
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
            <span
              className={clsx(
                'min-w-0',
                isHintBeside && 'flex flex-1 flex-wrap items-baseline justify-between gap-x-4',
              )}
            >
              <span
                id={`${id}-${option.value}-label`}
                className={clsx('block', option.value === value && 'font-medium')}
              >
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
