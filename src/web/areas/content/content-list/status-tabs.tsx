import { Link } from '@tanstack/react-router'
import { managerQuery, tabs, type ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { tabLinkLook } from '#web/parts/tab-link-look.ts'
import { useOperation } from '#web/use-operation.ts'

type Name = (typeof tabs)[number]

/** The tabs of the list with their counts, which follow the search. */
export function StatusTabs({ asked }: { asked: ContentSearch }) {
  return (
    <nav aria-label="Status" className="-m-1 flex overflow-x-auto p-1">
      {tabs.map((name) => (
        <StatusTab
          key={name}
          name={name}
          search={asked.search}
          order={asked.order}
          isCurrent={(asked.tab ?? 'all') === name}
        />
      ))}
    </nav>
  )
}

type TabProps = { name: Name; search: string | undefined; order: ContentSearch['order']; isCurrent: boolean }

function StatusTab({ name, search, order, isCurrent }: TabProps) {
  const target: ContentSearch = {
    ...(name === 'all' ? {} : { tab: name }),
    ...(search ? { search } : {}),
    ...(order ? { order } : {}),
  }
  // A count does not depend on the order.
  const { order: _, ...counted } = target
  const { data } = useOperation('listManagerItems', { ...managerQuery(counted), pageSize: 1 }, { staleTime: 30_000 })
  return (
    <Link
      to="/o/$orgSlug/content"
      from="/o/$orgSlug/content"
      search={target}
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${tabLinkLook} gap-1.5`}
    >
      {labels[name]}
      <span className="min-w-4 text-sm tabular-nums">{data?.total.toLocaleString('en')}</span>
    </Link>
  )
}

const labels: Record<Name, string> = {
  all: 'All',
  draft: 'Drafts',
  scheduled: 'Scheduled',
  published: 'Published',
  trash: 'Trash',
}
