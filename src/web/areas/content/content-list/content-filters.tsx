import { Suspense, useState } from 'react'

import {
  checkStates,
  contentSearch,
  copies,
  orders,
  requestStates,
  spans,
  unfiltered,
  type ContentSearch,
} from '#web/areas/content/content-list/content-search.ts'
import { FilterBar, type SetFilter } from '#web/parts/filter-bar.tsx'
import { late } from '#web/parts/late.ts'
import { LabelledSelect } from '#web/parts/select.tsx'
import { useOperation } from '#web/use-operation.ts'

const OtherFilter = late(() => import('#web/areas/content/content-list/other-filter.tsx'))

type Named = { id: string; name: string }
type Props = { asked: ContentSearch; onAsk(next: ContentSearch): void }

/** What narrows the list: whose it is, where it belongs, how it stands. */
export function ContentFilters({ asked, onAsk }: Props) {
  const [isOpened, setOpened] = useState(false)
  const when = (value: string | undefined) => ({ staleTime: 300_000, enabled: isOpened || value !== undefined })
  const collections = useOperation('listCollections', { pageSize: 100, includeDisabled: true }, when(asked.collection))
  const authors = useOperation(
    'listAuthors',
    { pageSize: 100, ...(asked.collection ? { collection: asked.collection } : {}) },
    when(asked.author),
  )
  const categories = useOperation('listTaxonomyTerms', { taxonomy: 'category', pageSize: 100 }, when(asked.category))
  const tags = useOperation('listTaxonomyTerms', { taxonomy: 'tag', pageSize: 100 }, when(asked.tag))
  // Those of the address that the first hundred do not have.
  const [more, setMore] = useState<readonly Named[]>([])
  const records = (
    [
      { key: 'collection', name: 'Collection', list: collections.data },
      { key: 'author', name: 'Author', list: authors.data },
      { key: 'category', name: 'Category', list: categories.data },
      { key: 'tag', name: 'Tag', list: tags.data },
    ] as const
  ).map(({ key, name, list }) => {
    const found = [...more.filter(({ id }) => id === asked[key]), ...(list?.items ?? [])]
    return { key, name, list, options: [...new Map(found.map((one) => [one.id, one.name]))] }
  })
  const fields = [
    ...records,
    { key: 'checks', name: 'Checks', options: checkStates.map((one) => [one, checkWords[one]] as const) },
    {
      key: 'requests',
      name: 'Asked of agents',
      options: requestStates.map((one) => [one, requestWords[one]] as const),
    },
    { key: 'since', name: 'Changed', options: spans.map((days) => [String(days), spanWords[days]] as const) },
    { key: 'copy', name: 'Copy', options: copies.map((one) => [one, copyWords[one]] as const) },
  ] as const
  const choose = (key: keyof ContentSearch, value: string | undefined) => {
    // Each collection has authors of its own.
    const author = key === 'collection' ? undefined : asked.author
    onAsk(contentSearch({ ...asked, author, [key]: value, page: undefined }))
  }
  const set = fields.flatMap(({ key, name, options }): SetFilter[] => {
    const value = asked[key]
    if (value === undefined) return []
    const words = options.find(([option]) => option === String(value))?.[1] ?? '…'
    return [{ name, value: words, clear: () => choose(key, undefined) }]
  })

  const unknown = records.find(
    ({ key, list, options }) => asked[key] && list && options.every(([id]) => id !== asked[key]),
  )

  return (
    <FilterBar set={set} onClear={() => onAsk(unfiltered(asked))} onOpen={() => setOpened(true)}>
      {unknown && (
        <Suspense>
          <OtherFilter kind={unknown.key} asked={asked} onName={(one) => setMore([...more, one])} />
        </Suspense>
      )}
      {fields.map(({ key, name, options }) => (
        <LabelledSelect
          key={key}
          label={name}
          value={String(asked[key] ?? '')}
          options={[['', 'Any'], ...options]}
          onChange={(value) => choose(key, value || undefined)}
        />
      ))}
      <LabelledSelect
        label="Order"
        value={asked.order ?? orders[0][0]}
        options={orders}
        onChange={(order) => onAsk(contentSearch({ ...asked, order }))}
      />
    </FilterBar>
  )
}

const checkWords = { open: 'Errors or warnings', none: 'Nothing open' }
const requestWords = { open: 'Open requests', none: 'Nothing open' }
const spanWords = { 7: 'last 7 days', 30: 'last 30 days', 90: 'last 90 days', 365: 'last year' }
const copyWords = { pending: 'On its way', synced: 'As here', failed: 'Failed', detached: 'Gone there' }
