import { useState } from 'react'

import { type Named, SearchedSelect } from '#web/parts/searched-select.tsx'
import { useOperation } from '#web/use-operation.ts'

/** One of the authors of the collection, who are searched where there are many. */
export default function DefaultAuthor({ collection, value }: { collection: string; value: string | null }) {
  const [search, setSearch] = useState('')
  const { data } = useOperation('listAuthors', { collection, pageSize: 100, ...(search ? { search } : {}) })
  const [chosen, setChosen] = useState<Named | null>(value === null ? null : { id: value, name: '' })
  const known = data?.items.find(({ id }) => id === chosen?.id) ?? chosen
  return (
    <SearchedSelect
      label="Default author"
      name="defaultAuthorId"
      nouns="authors"
      none="None"
      chosen={known && { ...known, name: known.name || (data ? 'Another one' : '…') }}
      list={data}
      search={search}
      onSearch={setSearch}
      onChoose={setChosen}
    />
  )
}
