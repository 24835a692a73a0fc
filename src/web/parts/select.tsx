import { controlLook } from '#web/parts/field.tsx'

type Props<V extends string> = {
  label: string
  value: V
  options: readonly (readonly [V, string])[]
  onChange(value: V): void
}

/** The browser's own select, with a label for people who do not see its surroundings. */
export function Select<V extends string>({ label, value, options, onChange }: Props<V>) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = options.find(([name]) => name === event.target.value)
        if (chosen) onChange(chosen[0])
      }}
      className={`${controlLook} pr-8`}
    >
      {options.map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  )
}
