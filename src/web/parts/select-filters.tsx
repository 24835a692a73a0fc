import { FilterBar, type SetFilter } from '#web/parts/filter-bar.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'

/** A filter with a few values: what it is about, what can be chosen, and what is; undefined asks for nothing. */
export type SelectFilter = {
  name: string
  value: string | undefined
  options: readonly (readonly [value: string, words: string])[]
  choose(value: string | undefined): void
}

type Props = { filters: readonly SelectFilter[]; onClear(): void; onOpen?(): void }

/** The filter bar of a list that is narrowed by choices alone. */
export function SelectFilters({ filters, onClear, onOpen }: Props) {
  const set = filters.flatMap(({ name, value, options, choose }): SetFilter[] => {
    if (value === undefined) return []
    const words = options.find(([option]) => option === value)?.[1] ?? '…'
    return [{ name, value: words, clear: () => choose(undefined) }]
  })
  return (
    <FilterBar set={set} onClear={onClear} {...(onOpen ? { onOpen } : {})}>
      {filters.map(({ name, value, options, choose }) => (
        <LabelledSelect
          key={name}
          label={name}
          value={value ?? ''}
          options={[['', 'Any'], ...options]}
          onChange={(chosen) => choose(chosen || undefined)}
        />
      ))}
    </FilterBar>
  )
}
