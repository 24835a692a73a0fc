import { useState } from 'react'

import type { ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import type { FilterKind } from '#web/areas/content/content-list/other-filter.tsx'
import { type Named, SearchedSelect } from '#web/parts/searched-select.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { useOperation } from '#web/use-operation.ts'
import { useCollections } from '#web/whole-list.ts'

type Props = {
  asked: ContentSearch
  /** Those whose names are known, whatever the searches find. */
  named: readonly Named[]
  onChoose(kind: FilterKind, one: Named | null): void
}

const lasting = { staleTime: 300_000 }

/** Where the articles of the list belong: their collection, author, category and tag. */
export function RecordFilters({ asked, named, onChoose }: Props) {
  const collections = useCollections({ includeDisabled: true }, lasting)
  const authors = useSearch()
  const categories = useSearch()
  const tags = useSearch()
  const ofCollection = asked.collection ? { collection: asked.collection } : {}
  const searched = [
    {
      kind: 'author',
      label: 'Author',
      nouns: 'authors',
      list: useOperation('listAuthors', { pageSize, ...ofCollection, ...authors.input }, lasting).data,
      ...authors.props,
    },
    {
      kind: 'category',
      label: 'Category',
      nouns: 'categories',
      list: useOperation('listTaxonomyTerms', { taxonomy: 'category', pageSize, ...categories.input }, lasting).data,
      ...categories.props,
    },
    {
      kind: 'tag',
      label: 'Tag',
      nouns: 'tags',
      list: useOperation('listTaxonomyTerms', { taxonomy: 'tag', pageSize, ...tags.input }, lasting).data,
      ...tags.props,
    },
  ] as const
  return (
    <>
      <LabelledSelect
        label="Collection"
        value={asked.collection ?? ''}
        options={[['', 'Any'], ...(collections.items ?? []).map(({ id, name }) => [id, name] as const)]}
        onChange={(value) => onChoose('collection', collections.items?.find(({ id }) => id === value) ?? null)}
      />
      {searched.map(({ kind, ...field }) => {
        const chosen = asked[kind]
        const known = [...named, ...(field.list?.items ?? [])].find(({ id }) => id === chosen)
        return (
          <SearchedSelect
            key={kind}
            {...field}
            none="Any"
            chosen={chosen === undefined ? null : (known ?? { id: chosen, name: '…' })}
            onChoose={(one) => onChoose(kind, one)}
          />
        )
      })}
    </>
  )
}

const pageSize = 100

function useSearch() {
  const [search, onSearch] = useState('')
  return { input: search === '' ? {} : { search }, props: { search, onSearch } }
}
