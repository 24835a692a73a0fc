import { useEffect } from 'react'

import { SearchBox } from '#web/parts/search-box.tsx'
import { SelectFilters } from '#web/parts/select-filters.tsx'

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
    <div className="filter-row pb-3">
      <SearchBox
        label={`Search ${of}`}
        hint={hint}
        value={search ?? ''}
        onSearch={(text) => onChange({ search: text || undefined })}
      />
      <SelectFilters
        filters={[
          { name: 'Kind', value: kind, options: kinds, choose: (chosen) => onChange({ kind: oneOf(kinds, chosen) }) },
          {
            name: 'State',
            value: state,
            options: states,
            choose: (chosen) => onChange({ state: oneOf(states, chosen) }),
          },
        ]}
        onClear={onClear}
      />
    </div>
  )
}

function oneOf<V extends string>(
  options: readonly (readonly [V, string])[],
  chosen: string | undefined,
): V | undefined {
  return options.find(([value]) => value === chosen)?.[0]
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
