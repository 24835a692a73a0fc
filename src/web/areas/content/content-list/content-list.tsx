import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  contentSearch,
  managerQuery,
  orders,
  type ContentSearch,
} from '#web/areas/content/content-list/content-search.ts'
import { ContentTable, ContentTableSkeleton } from '#web/areas/content/content-list/content-table.tsx'
import { NoContent } from '#web/areas/content/content-list/no-content.tsx'
import { StatusTabs } from '#web/areas/content/content-list/status-tabs.tsx'
import { FirstSteps } from '#web/areas/onboarding/first-steps/first-steps.tsx'
import { cardLook } from '#web/parts/card-look.ts'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Select } from '#web/parts/select.tsx'
import { ViaApi } from '#web/parts/via-api.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Everything that is written or planned, in all collections. The whole state of the list is in the address. */
export function ContentList() {
  const asked = useSearch({ from: '/o/$orgSlug/content' })
  const navigate = useNavigate({ from: '/o/$orgSlug/content' })
  const input = managerQuery(asked)
  const list = useOperation('listManagerItems', input)
  const go = (next: ContentSearch) => void navigate({ search: contentSearch(next) })

  return (
    <Page
      title="Content"
      lead="Everything that is written, planned or published."
      actions={<ViaApi name="listManagerItems" input={input} />}
    >
      <FirstSteps />
      <div className={cardLook}>
        <div className="flex flex-col gap-3 border-b border-line p-3 lg:flex-row lg:items-center lg:justify-between">
          <StatusTabs asked={asked} />
          <div className="flex flex-col gap-2 sm:flex-row">
            <SearchBox
              label="Search content"
              hint="Title, slug or address"
              value={asked.search ?? ''}
              onSearch={(search) => go({ ...asked, search, page: 1 })}
            />
            <Select
              label="Order of the list"
              value={asked.order ?? orders[0][0]}
              options={orders}
              onChange={(order) => go({ ...asked, order, page: 1 })}
            />
          </div>
        </div>
        <ListBody
          list={list}
          skeleton={<ContentTableSkeleton />}
          isCounted
          empty={() => <NoContent asked={asked} onClear={() => go({})} />}
          onPage={(page) => go({ ...asked, page })}
        >
          {({ items }) => <ContentTable items={items} search={asked.search ?? ''} />}
        </ListBody>
      </div>
    </Page>
  )
}
