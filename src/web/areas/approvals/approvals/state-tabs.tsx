import { Link } from '@tanstack/react-router'

import {
  approvalsSearch,
  type ApprovalsSearch,
  type ApprovalTab,
  approvalTabs,
} from '#web/areas/approvals/approvals/approvals-search.ts'
import { useCurrentInView } from '#web/parts/use-current-in-view.ts'

/** Which calls the list shows: those that wait, by default. */
export function StateTabs({ asked }: { asked: ApprovalsSearch }) {
  const row = useCurrentInView<HTMLElement>(asked.tab)
  return (
    <nav ref={row} aria-label="State" className="flex gap-4.5 overflow-x-auto border-line max-lg:border-b lg:-mb-px">
      {approvalTabs.map((tab) => (
        <Link
          key={tab}
          to="/o/$orgSlug/approvals"
          from="/o/$orgSlug/approvals"
          search={approvalsSearch({ tab, search: asked.search })}
          aria-current={(asked.tab ?? 'pending') === tab ? 'page' : undefined}
          activeProps={{}}
          activeOptions={{ exact: true }}
          className="tab-link"
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
  outdated: 'Outdated',
  all: 'All',
}
