import { useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { FileText, SearchX, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  contentSearch,
  managerQuery,
  orders,
  type ContentSearch,
} from '#web/areas/content/content-list/content-search.ts'
import { ContentTable, ContentTableSkeleton } from '#web/areas/content/content-list/content-table.tsx'
import { StatusTabs } from '#web/areas/content/content-list/status-tabs.tsx'
import { FirstSteps } from '#web/areas/onboarding/first-steps/first-steps.tsx'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { NoSuchPage } from '#web/parts/no-such-page.tsx'
import { Page } from '#web/parts/page.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { ViaApi } from '#web/parts/via-api.tsx'
import { Select } from '#web/parts/select.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Everything that is written or planned, in all collections. The whole state of the list is in the address. */
export function ContentList() {
  const asked = useSearch({ from: '/o/$orgSlug/content' })
  const navigate = useNavigate({ from: '/o/$orgSlug/content' })
  const input = managerQuery(asked)
  const { data, error, isPending, isPlaceholderData, refetch } = useOperation('listManagerItems', input)
  const go = (next: ContentSearch) => void navigate({ search: contentSearch(next) })

  return (
    <Page
      title="Content"
      lead="Everything that is written, planned or published."
      actions={<ViaApi name="listManagerItems" input={input} />}
    >
      <FirstSteps />
      <div className="rounded-xl border border-line bg-surface shadow-card">
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
        {isPending && <ContentTableSkeleton />}
        {error && !data && (
          <div className="p-4">
            <Problem error={error} onRetry={() => void refetch()} />
          </div>
        )}
        {data && (
          <div
            className={clsx('transition-opacity delay-100', isPlaceholderData && 'opacity-60')}
            aria-busy={isPlaceholderData}
          >
            <p role="status" className="sr-only">
              {data.total} found
            </p>
            {data.items.length > 0 ? (
              <ContentTable items={data.items} search={asked.search ?? ''} />
            ) : (
              <Nothing
                asked={asked}
                total={data.total}
                onClear={() => go({})}
                onFirst={() => go({ ...asked, page: 1 })}
              />
            )}
            <Pagination list={data} onPage={(page) => go({ ...asked, page })} />
          </div>
        )}
      </div>
    </Page>
  )
}

type NothingProps = { asked: ContentSearch; total: number; onClear(): void; onFirst(): void }

function Nothing({ asked, total, onClear, onFirst }: NothingProps): ReactNode {
  if (total > 0) return <NoSuchPage onFirst={onFirst} />
  if (asked.search)
    return (
      <EmptyState
        icon={<SearchX strokeWidth={1.75} />}
        title="Nothing matches"
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        No item fits “<span className="break-words">{asked.search}</span>”. A title, a slug or a full address finds an
        item.
      </EmptyState>
    )
  if (asked.tab === 'trash')
    return (
      <EmptyState icon={<Trash2 strokeWidth={1.75} />} title="The trash is empty">
        Deleted items stay here for 30 days.
      </EmptyState>
    )
  if (asked.tab)
    return (
      <EmptyState
        icon={<FileText strokeWidth={1.75} />}
        title={`Nothing is ${words[asked.tab]}`}
        action={<Button onClick={onClear}>Show all</Button>}
      >
        Items appear here as soon as their status changes.
      </EmptyState>
    )
  return (
    <EmptyState icon={<FileText strokeWidth={1.75} />} title="No content yet">
      Articles and other items appear here. Create an API key under “API &amp; MCP access” and let an agent write the
      first one.
    </EmptyState>
  )
}

const words = { draft: 'a draft', scheduled: 'scheduled', published: 'published' }
