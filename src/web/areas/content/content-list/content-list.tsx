import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'

import { ContentActions } from '#web/areas/content/content-list/content-actions.tsx'
import { ContentFilters } from '#web/areas/content/content-list/content-filters.tsx'
import { contentSearch, managerQuery } from '#web/areas/content/content-list/content-search.ts'
import { contentColumns, ContentTable, ContentTableSkeleton } from '#web/areas/content/content-list/content-table.tsx'
import { ContentTabs } from '#web/areas/content/content-list/content-tabs.tsx'
import { useEditKey } from '#web/areas/content/content-list/use-edit-key.ts'
import { ViewsButton } from '#web/areas/content/content-list/views-button.tsx'
import { useOrganization, usePersonId } from '#web/context.ts'
import type { ManagerItem } from '#web/operations.ts'
import { ColumnsButton } from '#web/parts/columns-button.tsx'
import { late } from '#web/parts/late.ts'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { useColumns } from '#web/parts/use-columns.ts'
import { useSelection } from '#web/parts/use-selection.ts'
import { useOperation } from '#web/use-operation.ts'

const BulkActions = late(() => import('#web/areas/content/content-list/bulk-actions.tsx'))
const NoContent = late(() => import('#web/areas/content/content-list/no-content.tsx'))
const ContentPeek = late(() => import('#web/areas/content/content-list/content-peek.tsx'))

/** Everything that is written or planned, in all collections. The whole state of the list is in the address. */
export function ContentList() {
  const asked = useSearch({ from: '/o/$orgSlug/content' })
  const navigate = useNavigate({ from: '/o/$orgSlug/content' })
  const input = managerQuery(asked)
  const list = useOperation('listManagerItems', input)
  const columns = useColumns('content', contentColumns)
  const { peek, page: _page, ...others } = asked
  const selection = useSelection<ManagerItem>({
    keyOf: ({ id }) => id,
    owner: usePersonId() + useOrganization().id,
    address: JSON.stringify(others),
  })
  const go = (next: object) => void navigate({ search: contentSearch({ ...next }), resetScroll: false })
  useEditKey(peek)
  const close = () => go({ ...asked, peek: undefined })
  const counts = list.data?.counts
  const isBare = counts?.all === 0 && counts.trash === 0 && Object.keys(asked).length === 0

  return (
    <Page
      title="Content"
      isWide
      lead={isBare ? 'What is written or planned.' : undefined}
      actions={!isBare && <ContentActions asked={asked} isReady={!list.isPending} />}
      rail={
        peek && (
          // Its room is kept: nothing of the list moves when it comes.
          <Suspense fallback={<div className="hidden w-86 shrink-0 min-[1100px]:block" />}>
            <ContentPeek key={peek} id={peek} onClose={close} />
          </Suspense>
        )
      }
    >
      {!isBare && <ContentTabs asked={asked} counts={counts} />}
      <div hidden={isBare} className="filter-row my-3">
        <SearchBox
          label="Title, slug or address"
          hint="Title, slug or whole address"
          value={asked.search ?? ''}
          onSearch={(search) => go({ ...others, search })}
        />
        <ContentFilters asked={asked} isRefused={list.isError} onAsk={(next) => go({ ...next, page: undefined })} />
        <div className="ml-auto flex">
          <ViewsButton asked={asked} />
          <ColumnsButton choice={columns} />
        </div>
      </div>
      <ListBody
        list={list}
        skeleton={<ContentTableSkeleton />}
        isCounted
        empty={() => (
          <Suspense>
            <NoContent asked={asked} onClear={() => go({ tab: asked.tab })} />
          </Suspense>
        )}
        onPage={(page) => go({ ...asked, page })}
      >
        {({ items }) => (
          <ContentTable
            items={items}
            asked={asked}
            selection={selection}
            columns={columns}
            onOrder={(order) => go({ ...others, order })}
            onPeek={({ id }) => go({ ...asked, peek: id })}
          />
        )}
      </ListBody>
      {selection.rows.size > 0 && (
        <Suspense>
          <BulkActions selection={selection} matching={list.data && { query: input, ...list.data }} />
        </Suspense>
      )}
    </Page>
  )
}
