import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Inbox, SearchX, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApprovalTable } from '#web/areas/approvals/approvals/approval-table.tsx'
import {
  approvalsQuery,
  approvalsSearch,
  type ApprovalsSearch,
  type ApprovalTab,
  approvalTabs,
} from '#web/areas/approvals/approvals/approvals-search.ts'
import { usePeople } from '#web/areas/approvals/use-people.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { NoSuchPage } from '#web/parts/no-such-page.tsx'
import { Page } from '#web/parts/page.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { useOperation } from '#web/use-operation.ts'

/** The calls of agents that wait for a person, and what became of others. The whole state of the list is in the address. */
export function Approvals() {
  const asked = useSearch({ from: '/o/$orgSlug/approvals' })
  const navigate = useNavigate({ from: '/o/$orgSlug/approvals' })
  const { data, error, isPending, isPlaceholderData, refetch } = useOperation('listApprovals', approvalsQuery(asked))
  const people = usePeople()
  const go = (next: ApprovalsSearch) => void navigate({ search: approvalsSearch(next) })

  return (
    <Page
      title="Approvals"
      lead="What agents may do only after a person has agreed. A call waits for 24 hours, and nothing happens before then."
    >
      <div className="rounded-xl border border-line bg-surface shadow-card">
        <div className="flex flex-col gap-3 border-b border-line p-3 lg:flex-row lg:items-center lg:justify-between">
          <StateTabs asked={asked} />
          <SearchBox
            label="Search approvals"
            hint="Operation or agent"
            value={asked.search ?? ''}
            onSearch={(search) => go({ ...asked, search, page: 1 })}
          />
        </div>
        {isPending && <TableSkeleton label="Reading the approvals" rows={5} rowHeight="h-[61px] max-sm:h-[118px]" />}
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
              <ApprovalTable
                approvals={data.items}
                people={people}
                onOpen={({ id }) =>
                  void navigate({ to: '/o/$orgSlug/approvals/$approvalId', params: { approvalId: id }, search: {} })
                }
              />
            ) : (
              <Nothing
                asked={asked}
                total={data.total}
                isOff={data.policy.length === 0}
                onClear={() => go({ ...asked, search: '', page: 1 })}
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

function StateTabs({ asked }: { asked: ApprovalsSearch }) {
  return (
    <nav aria-label="State" className="-m-1 flex overflow-x-auto p-1">
      {approvalTabs.map((tab) => (
        <Link
          key={tab}
          to="/o/$orgSlug/approvals"
          from="/o/$orgSlug/approvals"
          search={approvalsSearch({ tab, search: asked.search })}
          aria-current={(asked.tab ?? 'pending') === tab ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true }}
          className="flex min-h-11 items-center rounded-lg px-3 whitespace-nowrap text-muted transition-colors hover:text-foreground aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-foreground md:min-h-9"
        >
          {labels[tab]}
        </Link>
      ))}
    </nav>
  )
}

const labels: Record<ApprovalTab, string> = {
  pending: 'Waiting',
  approved: 'Approved',
  used: 'Done',
  declined: 'Declined',
  expired: 'Expired',
  all: 'All',
}

type NothingProps = { asked: ApprovalsSearch; total: number; isOff: boolean; onClear(): void; onFirst(): void }

function Nothing({ asked, total, isOff, onClear, onFirst }: NothingProps): ReactNode {
  if (total > 0) return <NoSuchPage onFirst={onFirst} />
  if (asked.search)
    return (
      <EmptyState
        icon={<SearchX strokeWidth={1.75} />}
        title="Nothing matches"
        action={<Button onClick={onClear}>Clear the search</Button>}
      >
        No call fits “<span className="break-words">{asked.search}</span>”. The name of an operation or of an agent
        finds one.
      </EmptyState>
    )
  if (asked.tab)
    return (
      <EmptyState icon={<Inbox strokeWidth={1.75} />} title="Nothing here">
        {nothingIn[asked.tab]}
      </EmptyState>
    )
  if (isOff)
    return (
      <EmptyState
        icon={<ShieldCheck strokeWidth={1.75} />}
        title="Agents need no approval here"
        action={
          <Link
            to="/o/$orgSlug/settings/organization"
            from="/o/$orgSlug/approvals"
            hash="agents"
            className={buttonLook('primary')}
          >
            Choose what needs a person
          </Link>
        }
      >
        An agent’s own confirmation is enough. You can have publishing, outside effects or deletions wait for a person
        first: they appear here then.
      </EmptyState>
    )
  return (
    <EmptyState icon={<Inbox strokeWidth={1.75} />} title="Nothing waits for you">
      A call that needs a person appears here the moment an agent makes it.
    </EmptyState>
  )
}

const nothingIn: Record<NonNullable<ApprovalsSearch['tab']>, string> = {
  approved: 'No approved call waits for its agent to repeat it.',
  used: 'No approved call has run yet.',
  declined: 'Nothing was declined.',
  expired: 'No call waited in vain.',
  all: 'No agent has asked for an approval yet.',
}
