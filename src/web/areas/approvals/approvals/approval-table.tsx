import { Link } from '@tanstack/react-router'

import { visibleText } from '#std/visible-text.ts'
import { riskWords, stateWords, titleOf } from '#web/areas/approvals/approval-words.ts'
import { Countdown } from '#web/areas/approvals/countdown.tsx'
import { personOf } from '#web/areas/organizations/person-of.ts'
import type { Approval } from '#web/operations.ts'
import { DataTable, type Column } from '#web/parts/data-table.tsx'
import { RiskBadge } from '#web/parts/risk-badge.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { Who } from '#web/parts/who.tsx'

type Props = { approvals: readonly Approval[]; people: ReadonlyMap<string, string>; onOpen(approval: Approval): void }

/** The calls as a table; each leads to the page where it is decided. */
export function ApprovalTable({ approvals, people, onOpen }: Props) {
  const columns: Column<Approval>[] = [
    {
      title: 'Call',
      className: 'max-sm:order-3 max-sm:w-full!',
      cell: (approval) => <Call approval={approval} />,
    },
    {
      title: 'Asked by',
      className: 'w-56 max-lg:hidden',
      cell: ({ clientName, actorUserId }) => (
        <>
          <Who isAgent className="block wrap-anywhere">
            {visibleText(clientName ?? 'An agent')}
          </Who>
          <span className="block text-sm wrap-anywhere text-muted">for {personOf(actorUserId, people)}</span>
        </>
      ),
    },
    {
      title: 'Risk',
      className: 'w-29 max-md:hidden',
      cell: ({ risk }) => <RiskBadge risk={risk} label={riskWords[risk].label} />,
    },
    {
      title: 'State',
      className: 'w-36 max-sm:order-1',
      cell: ({ state, mayDecide }) => (
        <Status tone={stateWords[state].tone}>
          {state === 'pending' && !mayDecide ? 'Waiting' : stateWords[state].label}
        </Status>
      ),
    },
    {
      title: 'Time',
      className: 'w-36 max-sm:order-2 max-sm:ml-auto',
      cell: ({ state, createdAt, expiresAt }) => (
        <>
          <span className="block text-sm max-sm:text-muted">
            <Time at={createdAt} />
          </span>
          {state === 'pending' && (
            <span className="block text-sm text-muted max-sm:hidden">
              <Countdown until={expiresAt} /> left
            </span>
          )}
        </>
      ),
    },
  ]
  return <DataTable label="Calls" columns={columns} rows={approvals} keyOf={({ id }) => id} onOpen={onOpen} />
}

function Call({ approval }: { approval: Approval }) {
  return (
    <>
      <Link
        to="/o/$orgSlug/approvals/$approvalId"
        from="/o/$orgSlug/approvals"
        params={{ approvalId: approval.id }}
        data-row-link
        className="t-row wrap-anywhere hover:underline max-sm:inline-block max-sm:py-1"
      >
        {titleOf(approval)}
      </Link>
      <Who isAgent className="block text-sm wrap-anywhere lg:hidden">
        {visibleText(approval.clientName ?? 'An agent')}
      </Who>
    </>
  )
}
