import { useEffect } from 'react'

import { FoldedFilters } from '#web/parts/folded-filters.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Select } from '#web/parts/select.tsx'

type Asked<K extends string, S extends string> = {
  search?: string | undefined
  kind?: K | undefined
  state?: S | undefined
}

type Props<K extends string, S extends string> = {
  /** What the list is of, in the plural: "jobs". */
  of: string
  /** What the search looks at. */
  hint: string
  asked: Asked<K, S>
  /** Values and their words. */
  kinds: readonly (readonly [K, string])[]
  states: readonly (readonly [S, string])[]
  onChange(change: Asked<K, S>): void
  onClear(): void
}

/** Search, kind and state of what runs in the background. */
export function KindAndState<K extends string, S extends string>(props: Props<K, S>) {
  const { of, hint, asked, kinds, states, onChange, onClear } = props
  const { search, kind, state } = asked
  return (
    <div className="flex flex-wrap gap-2 pb-3">
      <div className="flex w-full lg:w-72">
        <SearchBox
          label={`Search ${of}`}
          hint={hint}
          value={search ?? ''}
          onSearch={(text) => onChange({ search: text || undefined })}
        />
      </div>
      <FoldedFilters
        count={[kind, state].filter((value) => value !== undefined).length}
        className="max-md:w-full"
        onClear={onClear}
      >
        <Select
          label="Kind"
          value={kind ?? ''}
          options={[['', 'Any kind'], ...kinds]}
          onChange={(chosen) => onChange({ kind: chosen || undefined })}
        />
        <Select
          label="State"
          value={state ?? ''}
          options={[['', 'Any state'], ...states]}
          onChange={(chosen) => onChange({ state: chosen || undefined })}
        />
      </FoldedFilters>
    </div>
  )
}

/** What the address asks of such a list. What the list does not know is left out, and `onStrange` takes it out of the address. */
export function useKnown<G extends object, S extends object>(
  given: G,
  read: (given: G) => S,
  onStrange: (asked: S) => void,
): S {
  const asked = read(given)
  const isStrange = Object.keys(given).length > Object.keys(asked).length
  useEffect(() => {
    if (isStrange) onStrange(asked)
  }, [isStrange])
  return asked
}
