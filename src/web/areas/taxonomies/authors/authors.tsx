import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'

import { AuthorForm } from '#web/areas/taxonomies/authors/author-form.tsx'
import { AuthorTable } from '#web/areas/taxonomies/authors/author-table.tsx'
import { authorsQuery } from '#web/areas/taxonomies/authors/authors-query.ts'
import { type Author, type AuthorOrder, authorsSearch } from '#web/areas/taxonomies/authors/authors-search.ts'
import { ReplaceAuthor } from '#web/areas/taxonomies/authors/replace-author.tsx'
import { Button } from '#web/parts/button.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Select } from '#web/parts/select.tsx'
import { useSingleKeys } from '#web/parts/single-keys.ts'
import { orderOf } from '#web/parts/table-controls.tsx'
import { useAllowed, useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'
import { useCollections } from '#web/whole-list.ts'

type Open = { what: 'new' } | { what: 'edit' | 'merge' | 'delete'; author: Author }

/** Settings > Authors: whose names stand above what is published, collection by collection. */
export function Authors() {
  const asked = useSearch({ from: '/o/$orgSlug/settings/authors' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/authors' })
  const input = authorsQuery(asked)
  const list = useOperation('listAuthors', input)
  const collections = useCollections({}, { staleTime: 300_000 })
  const collection = collections.items?.find(({ slug }) => slug === (asked.collection ?? 'articles'))
  const { isAllowed: mayChange, isPossible } = useAllowed('updateAuthor')
  const mayDelete = useCatalogEntry('deleteAuthor')?.allowed ?? false
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const go = (next: object) => void navigate({ search: authorsSearch({ ...next }) })
  const create = () => setOpen({ what: 'new' })
  // Another one than the first choice that is not there, or no longer in use, is left in silence.
  const isGone = collections.items !== undefined && collection === undefined
  useEffect(() => {
    if (isGone) void navigate({ search: {}, replace: true })
  }, [isGone])
  useSingleKeys(mayChange && collection ? { c: { label: 'New author', run: create } } : {})

  // Another collection may have some: then one still chooses between them.
  const isBare = list.data?.total === 0 && !asked.search
  // Where it stands is known with the list (web.md#pressed-where-it-stays).
  const way = isPossible && (
    <Button look="ink" disabled={!mayChange || !collection || list.isPending} onClick={create}>
      New author
    </Button>
  )
  return (
    <Page
      title="Authors"
      lead="Whose names stand above your articles. An author need not be a member."
      isWide
      actions={!isBare && way}
    >
      <div className="my-3 flex flex-wrap gap-2 md:[&>form]:max-w-80">
        {!isBare && (
          <SearchBox
            label="Search authors"
            hint="Name or slug"
            value={asked.search ?? ''}
            onSearch={(search) => go({ ...asked, search, page: 1 })}
          />
        )}
        <Select
          label="Collection"
          value={asked.collection ?? 'articles'}
          options={collections.items?.map(({ slug, name }) => [slug, name] as const) ?? [['articles', 'Articles']]}
          onChange={(slug) => go({ ...asked, collection: slug, page: 1 })}
        />
      </div>
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the authors" rows={4} rowHeight="h-[49px] max-sm:h-[67px]" />}
        isCounted
        empty={() => <NoAuthors search={asked.search} way={way} onClear={() => go({ collection: asked.collection })} />}
        onPage={(page) => go({ ...asked, page })}
      >
        {({ items }) => (
          <AuthorTable
            records={items}
            order={orderOf(asked.order ?? 'name', (order) => go({ ...asked, order, page: 1 }), isCount)}
            mayChange={mayChange}
            mayDelete={mayDelete}
            onAct={(what, author) => setOpen({ what, author })}
          />
        )}
      </ListBody>
      {open?.what === 'new' && collection && <AuthorForm collection={collection} onClose={close} />}
      {open?.what === 'edit' && <AuthorForm author={open.author} onClose={close} />}
      {(open?.what === 'merge' || open?.what === 'delete') && (
        <ReplaceAuthor author={open.author} isMerge={open.what === 'merge'} onClose={close} />
      )}
    </Page>
  )
}

type NoneProps = { search: string | undefined; way: ReactNode; onClear(): void }

function NoAuthors({ search, way, onClear }: NoneProps) {
  if (search)
    return (
      <EmptyState title="Nothing matches" action={<Button onClick={onClear}>Clear the search</Button>}>
        No author fits “<span className="break-words">{search}</span>”.
      </EmptyState>
    )
  return (
    <EmptyState title="No authors yet" isBare action={way}>
      Each collection has authors of its own. Make one, and name it on an article or as the default of its collection.
    </EmptyState>
  )
}

const isCount = (name: string) => name === ('postCount' satisfies AuthorOrder)
