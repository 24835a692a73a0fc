import { useId } from 'react'

import { controlLook, inputLook } from '#web/parts/control-look.ts'

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
      onChange={(event) => take(event.target.value, options, onChange)}
      className={`${controlLook} pr-8`}
    >
      <Options options={options} />
    </select>
  )
}

/** The same with its label above it. */
export function LabelledSelect<V extends string>({ label, value, options, onChange }: Props<V>) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => take(event.target.value, options, onChange)}
        className={`${inputLook} pr-8`}
      >
        <Options options={options} />
      </select>
    </div>
  )
}

type FieldProps = {
  label: string
  name: string
  defaultValue: string
  options: readonly (readonly [string, string])[]
}

/** One of a form, which reads it by its name. */
export function SelectField({ label, name, defaultValue, options }: FieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <select id={id} name={name} defaultValue={defaultValue} className={`${inputLook} pr-8`}>
        <Options options={options} />
      </select>
    </div>
  )
}

function Options({ options }: { options: readonly (readonly [string, string])[] }) {
  return options.map(([name, text]) => (
    <option key={name} value={name}>
      {text}
    </option>
  ))
}

function take<V extends string>(given: string, options: Props<V>['options'], onChange: (value: V) => void): void {
  const chosen = options.find(([name]) => name === given)
  if (chosen) onChange(chosen[0])
}
