import { useEffect, useId, useState } from 'react'

import type { ListOf } from '#web/operations.ts'
import { inputLook } from '#web/parts/control-look.ts'
import { Field } from '#web/parts/field.tsx'

export type Named = { id: string; name: string }

type Props = {
  label: string
  /** Of a form, which reads it by this name. */
  name?: string
  /** What it chooses among: "authors". */
  nouns: string
  /** What is chosen; null: nothing is. */
  chosen: Named | null
  /** What the choice of nothing is called; undefined: something must be chosen. */
  none?: string
  /** Those that the search finds, a page of them. */
  list: ListOf<Named> | undefined
  search: string
  onSearch(text: string): void
  onChoose(chosen: Named | null): void
  className?: string
}

/** A select among many: where a page does not hold them all, a search above it finds the others. What is chosen stays among them. */
export function SearchedSelect(props: Props) {
  const { label, name, nouns, chosen, none, list, search, onSearch, onChoose, className } = props
  const found = list?.items ?? []
  const isOther = chosen !== null && found.every(({ id }) => id !== chosen.id)
  const offered = isOther ? [chosen, ...found] : found
  return (
    <div className={className}>
      <Field label={label}>
        {(linked) => (
          <select
            {...linked}
            name={name}
            value={chosen?.id ?? ''}
            onChange={({ target }) => onChoose(offered.find(({ id }) => id === target.value) ?? null)}
            className={`${inputLook} pr-8`}
          >
            {none !== undefined && <option value="">{none}</option>}
            {offered.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {(search !== '' || (list?.hasMore ?? false)) && (
        <Search label={`Search ${nouns}`} total={list?.total} onSearch={onSearch} />
      )}
    </div>
  )
}

const pauseMs = 300

function Search({
  label,
  total,
  onSearch,
}: {
  label: string
  total: number | undefined
  onSearch(text: string): void
}) {
  const id = useId()
  const [text, setText] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(text.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <>
      <input
        type="search"
        aria-label={label}
        aria-describedby={id}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        // It is not the form that is meant.
        onChange={(event) => {
          event.stopPropagation()
          setText(event.target.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          onSearch(text.trim())
        }}
        className={`${inputLook} mt-1 placeholder:text-muted`}
      />
      <span id={id} role="status" className="sr-only">
        {total !== undefined && `${total.toLocaleString('en')} found`}
      </span>
    </>
  )
}
