import { Link, useParams } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import { Suspense, useEffect } from 'react'

import { titleOf } from '#web/areas/approvals/approval-words.ts'
import { CallFacts, WhatHappens } from '#web/areas/approvals/approval/call-effect.tsx'
import { CallItself } from '#web/areas/approvals/approval/call-itself.tsx'
import { Decision } from '#web/areas/approvals/approval/decision.tsx'
import { loadMarkdownText } from '#web/areas/approvals/approval/late-text.ts'
import { ShownRecords } from '#web/areas/approvals/approval/shown-records.tsx'
import { useSubject } from '#web/areas/approvals/approval/use-subject.ts'
import { usePeople } from '#web/areas/organizations/use-people.ts'
import { useOrganization } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import type { Approval } from '#web/operations.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOperation } from '#web/use-operation.ts'

/** One call that waits for a person: what it will do, who asks, and the decision. */
export function ApprovalPage() {
  const { approvalId } = useParams({ from: '/o/$orgSlug/approvals/$approvalId' })
  const { data, error, refetch } = useOperation('listApprovals', { approvalId })
  useEffect(() => void loadMarkdownText(), [])
  const approval = data?.items.find(({ id }) => id === approvalId)
  if (approval) return <Asked approval={approval} onLate={() => void refetch()} />
  if (!data && !error)
    return (
      <Page title="Approval" lead={<Back />}>
        <Waiting />
      </Page>
    )
  return (
    <Page title="Approval" lead={<Back />}>
      <div>
        {error && !data && !isUnknown(error) ? (
          <div className="py-4">
            <Problem error={error} onRetry={() => void refetch()} />
          </div>
        ) : (
          <EmptyState title="There is no such call" action={<ToList />}>
            It was decided more than 30 days ago, belongs to another organization, or never was. The audit log keeps the
            story.
          </EmptyState>
        )}
      </div>
    </Page>
  )
}

// An id of the wrong form is treated as an unknown one.
function isUnknown(error: Error): boolean {
  return error instanceof OperationError && error.code === 'validation_failed'
}

function Waiting() {
  return (
    <div className={columns}>
      <Skeleton className="h-56 rounded-xl" />
      <Skeleton className="h-56 rounded-xl" />
    </div>
  )
}

const columns = 'grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_340px] lg:items-start'

function Asked({ approval, onLate }: { approval: Approval; onLate(): void }) {
  const people = usePeople()
  const subject = useSubject(approval)
  return (
    <Page title={titleOf(approval, subject.title)} lead={<Back />}>
      <Suspense fallback={<Waiting />}>
        <div className={clsx(columns, 'pb-24')}>
          <div className="min-w-0">
            <WhatHappens approval={approval} subject={subject} />
            <ShownRecords approval={approval} />
            {approval.untrusted.records.length === 0 && <CallItself approval={approval} />}
          </div>
          {/* On a phone below what is decided on; the buttons are in reach at the bottom. */}
          <div className="flex min-w-0 flex-col gap-5 lg:sticky lg:top-18">
            <Decision key={approval.id} approval={approval} people={people} onLate={onLate} />
            <CallFacts approval={approval} people={people} />
          </div>
        </div>
      </Suspense>
    </Page>
  )
}

function Back() {
  const { slug } = useOrganization()
  return (
    <Link
      to="/o/$orgSlug/approvals"
      params={{ orgSlug: slug }}
      className="inline-flex min-h-6 items-center gap-1.5 hover:text-ink hover:underline"
    >
      <ArrowLeft aria-hidden size={14} strokeWidth={1.75} /> All approvals
    </Link>
  )
}

function ToList() {
  const { slug } = useOrganization()
  return (
    <Link to="/o/$orgSlug/approvals" params={{ orgSlug: slug }} className={buttonLook('plain')}>
      All approvals
    </Link>
  )
}
