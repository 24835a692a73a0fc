import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { inputLook } from '#web/parts/control-look.ts'

type Props = { label: string; hint: string; value: string; onSearch(text: string): void }

/** Searches 300 ms after the last key, or at once with Enter. */
export function SearchBox({ label, hint, value, onSearch }: Props) {
  const [text, setText] = useState(value)
  const box = useRef<HTMLInputElement>(null)
  const sent = useRef(value)
  const search = (wanted: string) => {
    if (wanted.trim() === sent.current) return
    sent.current = wanted.trim()
    onSearch(wanted.trim())
  }

  // What the person types wins; an address that changed otherwise (back, a cleared search) fills the box again.
  useEffect(() => {
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    const timer = setTimeout(() => search(text), 300)
    return () => clearTimeout(timer)
  })

  return (
    <form
      role="search"
      className="relative flex-1 lg:min-w-64"
      onSubmit={(event) => {
        event.preventDefault()
        search(text)
      }}
    >
      <input
        ref={box}
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={hint}
        maxLength={2048}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        // A search that comes later would lead back here.
        onBlur={() => search(text)}
        className={`${inputLook} pr-11 placeholder:text-muted [&::-webkit-search-cancel-button]:hidden`}
      />
      {text && (
        <button
          type="button"
          aria-label="Clear the search"
          onClick={() => {
            setText('')
            search('')
            box.current?.focus()
          }}
          className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-r-lg text-muted hover:text-ink"
        >
          <X size={16} strokeWidth={1.75} />
        </button>
      )}
    </form>
  )
}
