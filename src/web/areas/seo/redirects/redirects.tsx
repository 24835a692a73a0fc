import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { DeleteRedirect } from '#web/areas/seo/redirects/delete-redirect.tsx'
import { NewRedirect } from '#web/areas/seo/redirects/new-redirect.tsx'
import { RedirectTable } from '#web/areas/seo/redirects/redirect-table.tsx'
import {
  type Redirect,
  redirectsQuery,
  redirectsSearch,
  type RedirectsSearch,
} from '#web/areas/seo/redirects/redirects-search.ts'
import { TestAddress } from '#web/areas/seo/redirects/test-address.tsx'
import { Button } from '#web/parts/button.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { useAllowed, useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

/** Settings > Redirects: where old addresses of the website lead. */
export function Redirects() {
  const asked = useSearch({ from: '/o/$orgSlug/settings/redirects' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/redirects' })
  const input = redirectsQuery(asked)
  const list = useOperation('listRedirects', input)
  const { isAllowed: mayCreate, isPossible } = useAllowed('createRedirect')
  const mayDelete = useCatalogEntry('deleteRedirect')?.allowed ?? false
  const [dialog, setDialog] = useState<'new' | Redirect | null>(null)
  const go = (next: { [K in keyof RedirectsSearch]: RedirectsSearch[K] | undefined }) =>
    void navigate({ search: redirectsSearch(next) })

  const isBare = list.data?.total === 0 && !asked.search
  // Where it stands is known with the list (web.md#pressed-where-it-stays).
  const way = isPossible && (
    <Button look={isBare ? 'ink' : 'to-press'} disabled={!mayCreate || list.isPending} onClick={() => setDialog('new')}>
      New redirect…
    </Button>
  )
  const test = <TestAddress asked={asked.test} onTest={(address) => go({ ...asked, test: address })} />
  return (
    <Page
      title="Redirects"
      lead="Where old addresses lead. A changed slug and a merge add theirs themselves."
      isWide
      actions={!isBare && way}
    >
      {!isBare && test}
      <div hidden={isBare} className="mb-3 flex md:[&>form]:max-w-80">
        <SearchBox
          label="Search redirects"
          hint="Path, address or title"
          value={asked.search ?? ''}
          onSearch={(search) => go({ search, test: asked.test })}
        />
      </div>
      <ListBody
        list={list}
        skeleton={<TableSkeleton label="Reading the redirects" rows={5} rowHeight="h-[37px] max-sm:h-[67px]" />}
        isCounted
        empty={() =>
          asked.search ? (
            <EmptyState title="Nothing matches" action={<Button onClick={() => go({})}>Clear the search</Button>}>
              No redirect matches “<span className="break-words">{asked.search}</span>”.
            </EmptyState>
          ) : (
            <EmptyState title="No redirects yet" isBare action={way}>
              One appears here when the slug of a live article changes, when articles are merged, or when you add it.
            </EmptyState>
          )
        }
        onPage={(page) => go({ ...asked, page })}
      >
        {({ items }) => <RedirectTable redirects={items} onDelete={mayDelete ? setDialog : undefined} />}
      </ListBody>
      {isBare && test}
      {dialog === 'new' && <NewRedirect onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'new' && <DeleteRedirect redirect={dialog} onClose={() => setDialog(null)} />}
    </Page>
  )
}
