import { useEffect, useId, useState } from 'react'
import { controlLook } from '#web/parts/field.tsx'

type Props = {
  label: string
  hint: string
  value: string
  suggestions: readonly string[]
  onChange(value: string): void
}

/**
 * A text that is one of many known ones, which the browser suggests. Taken on choosing a suggestion, with Enter or on
 * leaving.
 */
export function SuggestBox({ label, hint, value, suggestions, onChange }: Props) {
  const id = useId()
  const [text, setText] = useState(value)
  useEffect(() => setText(value), [value])
  const take = (wanted: string) => wanted.trim() !== value && onChange(wanted.trim())
  return (
    <>
      <input
        type="text"
        aria-label={label}
        placeholder={hint}
        list={id}
        value={text}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value)
          if (suggestions.includes(event.target.value) || event.target.value === '') take(event.target.value)
        }}
        onKeyDown={(event) => event.key === 'Enter' && take(text)}
        onBlur={() => take(text)}
        className={`${controlLook} w-52 placeholder:text-ink max-md:w-full`}
      />
      <datalist id={id}>
        {suggestions.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}
