import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { kindOptions } from '#web/areas/library/entry-words.ts'
import { DeleteEntry } from '#web/areas/library/library/delete-entry.tsx'
import { ChangeEntry, NewEntry } from '#web/areas/library/library/entry-dialog.tsx'
import { EntryTable } from '#web/areas/library/library/entry-table.tsx'
import { ImportPages } from '#web/areas/library/library/import-pages.tsx'
import { type Entry, libraryQuery, librarySearch } from '#web/areas/library/library/library-search.ts'
import { NoEntries } from '#web/areas/library/library/no-entries.tsx'
import { TryLibrary } from '#web/areas/library/library/try-library.tsx'
import { Button } from '#web/parts/button.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Select } from '#web/parts/select.tsx'
import { useSingleKeys } from '#web/parts/single-keys.ts'
import { useAllowed, useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

type Open = { what: 'new' | 'pages' | 'try' } | { what: 'change' | 'delete'; entry: Entry }

/** What everybody who writes should know. The whole state of the list is in the address. */
export function Library() {
  const asked = useSearch({ from: '/o/$orgSlug/library' })
  const navigate = useNavigate({ from: '/o/$orgSlug/library' })
  const input = libraryQuery(asked)
  const list = useOperation('listContextEntries', input)
  const { isAllowed: mayCreate, isPossible } = useAllowed('createContextEntry')
  const mayDelete = useCatalogEntry('deleteContextEntry')?.allowed ?? false
  const [open, setOpen] = useState<Open | null>(null)
  const go = (next: object) => void navigate({ search: librarySearch({ ...next }) })
  const close = () => setOpen(null)
  const { page: _page, ...others } = asked
  useSingleKeys(mayCreate ? { c: { label: 'New entry', run: () => setOpen({ what: 'new' }) } } : {})

  const isBare = list.data?.total === 0 && !asked.search && !asked.kind
  // Where they stand is known with the list (web.md#pressed-where-it-stays).
  const isReady = mayCreate && !list.isPending
  const ways = isPossible && (
    <>
      <Button disabled={!isReady} onClick={() => setOpen({ what: 'pages' })}>
        From an address…
      </Button>
      <Button look="ink" disabled={!isReady} onClick={() => setOpen({ what: 'new' })}>
        New entry
      </Button>
    </>
  )
  return (
    <Page
      title="Library"
      lead="What everybody who writes should know. Briefs carry what fits."
      isWide
      actions={
        !isBare && (
          <>
            <Button onClick={() => setOpen({ what: 'try' })}>Try it…</Button>
            {ways}
          </>
        )
      }
    >
      <div hidden={isBare} className="filter-row my-3">
        <SearchBox
          label="Search"
          hint="Title, tag or text"
          value={asked.search ?? ''}
          onSearch={(search) => go({ ...others, search })}
        />
        <Select
          label="Kind"
          value={asked.kind ?? ''}
          options={[['', 'Every kind'], ...kindOptions]}
          onChange={(kind) => go({ ...others, kind })}
        />
      </div>
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the library" rows={5} rowHeight="h-[75px]" />}
        isCounted
        empty={() => <NoEntries asked={asked} ways={ways} onClear={() => go({})} />}
        onPage={(page) => go({ ...asked, page })}
      >
        {({ items }) => (
          <EntryTable
            entries={items}
            onOpen={(entry) => setOpen({ what: 'change', entry })}
            onDelete={mayDelete ? (entry) => setOpen({ what: 'delete', entry }) : undefined}
          />
        )}
      </ListBody>
      {open?.what === 'new' && <NewEntry onClose={close} />}
      {open?.what === 'pages' && <ImportPages onClose={close} />}
      {open?.what === 'try' && <TryLibrary onClose={close} />}
      {open?.what === 'change' && <ChangeEntry id={open.entry.id} mayChange={mayCreate} onClose={close} />}
      {open?.what === 'delete' && <DeleteEntry entry={open.entry} onClose={close} />}
    </Page>
  )
}
