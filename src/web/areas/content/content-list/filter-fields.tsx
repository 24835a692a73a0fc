import { contentSearch, orders, type ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import type { FilterKind } from '#web/areas/content/content-list/other-filter.tsx'
import { RecordFilters } from '#web/areas/content/content-list/record-filters.tsx'
import type { Named } from '#web/parts/searched-select.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'

/** Something of the address that the list is narrowed by, and what it may be. */
export type FilterField = {
  key: Exclude<keyof ContentSearch, FilterKind>
  name: string
  options: readonly (readonly [string, string])[]
}

type Props = {
  asked: ContentSearch
  fields: readonly FilterField[]
  /** Those whose names are known, whatever the searches find. */
  named: readonly Named[]
  onKnow(one: Named): void
  onChoose(key: keyof ContentSearch, value: string | undefined): void
  onAsk(next: ContentSearch): void
}

/** The fields of the panel that narrows the list. */
export default function FilterFields({ asked, fields, named, onKnow, onChoose, onAsk }: Props) {
  return (
    <>
      <RecordFilters
        asked={asked}
        named={named}
        onChoose={(kind, one) => {
          if (one) onKnow(one)
          onChoose(kind, one?.id)
        }}
      />
      {fields.map(({ key, name, options }) => (
        <LabelledSelect
          key={key}
          label={name}
          value={String(asked[key] ?? '')}
          options={[['', 'Any'], ...options]}
          onChange={(value) => onChoose(key, value || undefined)}
        />
      ))}
      <LabelledSelect
        label="Order"
        value={asked.order ?? orders[0][0]}
        options={orders}
        onChange={(order) => onAsk(contentSearch({ ...asked, order }))}
      />
    </>
  )
}
