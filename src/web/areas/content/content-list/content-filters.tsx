import { Suspense, useState } from 'react'

import {
  checkStates,
  contentSearch,
  copies,
  requestStates,
  spans,
  unfiltered,
  type ContentSearch,
} from '#web/areas/content/content-list/content-search.ts'
import type { FilterKind } from '#web/areas/content/content-list/other-filter.tsx'
import { FilterBar, type SetFilter } from '#web/parts/filter-bar.tsx'
import { late } from '#web/parts/late.ts'
import { Skeleton } from '#web/parts/skeleton.tsx'

const OtherFilter = late(() => import('#web/areas/content/content-list/other-filter.tsx'))
const FilterFields = late(() => import('#web/areas/content/content-list/filter-fields.tsx'))

type Named = { id: string; name: string }
type Props = {
  asked: ContentSearch
  /** Whether the list could not be read: what it is narrowed by may be gone. */
  isRefused: boolean
  onAsk(next: ContentSearch): void
}

/** What narrows the list: whose it is, where it belongs, how it stands. */
export function ContentFilters({ asked, isRefused, onAsk }: Props) {
  const [isOpened, setOpened] = useState(false)
  // What the list is narrowed by is known by its name once somebody chose it, or it was looked up.
  const [named, setNamed] = useState<readonly Named[]>([])
  const know = (one: Named) => setNamed((known) => [...known, one])
  const names = named.map(({ id, name }) => [id, name] as const)
  const records = recordKinds.map(({ key, name }) => ({ key, name, options: names }))
  const fields = [
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
  const set = [...records, ...fields].flatMap(({ key, name, options }): SetFilter[] => {
    const value = asked[key]
    if (value === undefined) return []
    const words = options.find(([option]) => option === String(value))?.[1] ?? '…'
    return [{ name, value: words, clear: () => choose(key, undefined) }]
  })
  const unknown = records.filter(({ key }) => asked[key] && (isRefused || named.every(({ id }) => id !== asked[key])))

  return (
    <FilterBar set={set} onClear={() => onAsk(unfiltered(asked))} onOpen={() => setOpened(true)} parts={[FilterFields]}>
      {unknown.map(({ key }) => (
        <Suspense key={`${key} ${isRefused}`}>
          <OtherFilter kind={key} asked={asked} onName={know} />
        </Suspense>
      ))}
      {isOpened && (
        <Suspense fallback={<Skeleton className="h-130" />}>
          <FilterFields {...{ asked, fields, named, onAsk }} onKnow={know} onChoose={choose} />
        </Suspense>
      )}
    </FilterBar>
  )
}

const recordKinds: readonly { key: FilterKind; name: string }[] = [
  { key: 'collection', name: 'Collection' },
  { key: 'author', name: 'Author' },
  { key: 'category', name: 'Category' },
  { key: 'tag', name: 'Tag' },
]
const checkWords = { open: 'Errors or warnings', none: 'Nothing open' }
const requestWords = { open: 'Open requests', none: 'Nothing open' }
const spanWords = { 7: 'last 7 days', 30: 'last 30 days', 90: 'last 90 days', 365: 'last year' }
const copyWords = { pending: 'On its way', synced: 'As here', failed: 'Failed', detached: 'Gone there' }
