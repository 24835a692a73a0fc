import { useNavigate, useSearch } from '@tanstack/react-router'

import { ApprovalTable } from '#web/areas/approvals/approvals/approval-table.tsx'
import { approvalsQuery } from '#web/areas/approvals/approvals/approvals-query.ts'
import { approvalsSearch, type ApprovalsSearch } from '#web/areas/approvals/approvals/approvals-search.ts'
import { NoApprovals } from '#web/areas/approvals/approvals/no-approvals.tsx'
import { StateTabs } from '#web/areas/approvals/approvals/state-tabs.tsx'
import { usePeople } from '#web/areas/organizations/use-people.ts'
import { TableSkeleton } from '#web/parts/data-table.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { Page } from '#web/parts/page.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { useOperation } from '#web/use-operation.ts'

/** The calls of agents that wait for a person, and what became of others. The whole state of the list is in the address. */
export function Approvals() {
  const asked = useSearch({ from: '/o/$orgSlug/approvals' })
  const navigate = useNavigate({ from: '/o/$orgSlug/approvals' })
  const list = useOperation('listApprovals', approvalsQuery(asked))
  const people = usePeople()
  const go = (next: ApprovalsSearch) => void navigate({ search: approvalsSearch(next) })

  return (
    <Page
      title="Approvals"
      lead="What agents may do only after a person has agreed. A call waits for 24 hours, and nothing happens before then."
      isWide
    >
      <div>
        <div className="mb-2 flex flex-col gap-3 border-line lg:flex-row lg:items-end lg:justify-between lg:border-b">
          <StateTabs asked={asked} />
          <div className="lg:mb-2 lg:w-80">
            <SearchBox
              label="Search approvals"
              hint="What is asked for, or by whom"
              value={asked.search ?? ''}
              onSearch={(search) => go({ ...asked, search, page: 1 })}
            />
          </div>
        </div>
        <ListBody
          list={list}
          skeleton={<TableSkeleton label="Reading the approvals" rows={5} rowHeight="h-[61px] max-sm:h-[118px]" />}
          isCounted
          empty={({ policy }) => (
            <NoApprovals
              asked={asked}
              isOff={policy.length === 0}
              onClear={() => go({ ...asked, search: '', page: 1 })}
            />
          )}
          onPage={(page) => go({ ...asked, page })}
        >
          {({ items }) => (
            <ApprovalTable
              approvals={items}
              people={people}
              onOpen={({ id }) =>
                void navigate({ to: '/o/$orgSlug/approvals/$approvalId', params: { approvalId: id }, search: {} })
              }
            />
          )}
        </ListBody>
      </div>
    </Page>
  )
}
