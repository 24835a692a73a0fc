import { Link, useParams } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Suspense, useEffect } from 'react'

import { visibleText } from '#std/visible-text.ts'
import { messageOf, titleInText, titleOf } from '#web/areas/approvals/approval-words.ts'
import { ApprovalRail } from '#web/areas/approvals/approval/approval-rail.tsx'
import { CallItself } from '#web/areas/approvals/approval/call-itself.tsx'
import { loadMarkdownText } from '#web/areas/approvals/approval/late-text.ts'
import { mergeOf } from '#web/areas/approvals/approval/merge-of.ts'
import { type Queue, QueueLinks } from '#web/areas/approvals/approval/queue.tsx'
import { SentMessage } from '#web/areas/approvals/approval/sent-message.tsx'
import { ShownRecords } from '#web/areas/approvals/approval/shown-records.tsx'
import { useSubject } from '#web/areas/approvals/approval/use-subject.ts'
import { Countdown } from '#web/areas/approvals/countdown.tsx'
import { usePeople } from '#web/areas/organizations/use-people.ts'
import { useOrganization } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import type { Approval } from '#web/operations.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { late } from '#web/parts/late.ts'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { useWide } from '#web/parts/use-wide.ts'
import { Who } from '#web/parts/who.tsx'
import { isAdmin } from '#web/session.ts'
import { useOperation } from '#web/use-operation.ts'

const ShownMerge = late(() => import('#web/areas/approvals/approval/shown-merge.tsx'))

/** One call that waits for a person: what it will do, who asks, and the decision. */
export function ApprovalPage() {
  const { approvalId } = useParams({ from: '/o/$orgSlug/approvals/$approvalId' })
  const { role } = useOrganization()
  const { data, error, refetch, isPlaceholderData } = useOperation('listApprovals', { approvalId })
  useEffect(() => void loadMarkdownText(), [])
  const approval = data?.items.find(({ id }) => id === approvalId)
  if (approval) return <Asked key={approvalId} approval={approval} queue={data?.queue} onLate={() => void refetch()} />
  // What is kept meanwhile is of the call that was open before.
  if (isPlaceholderData || (!data && !error)) return <Waiting />
  return (
    <Page title="Approval">
      {error && !data && !isUnknown(error) ? (
        <div className="py-4">
          <Problem error={error} onRetry={() => void refetch()} />
        </div>
      ) : (
        <EmptyState title="There is no such call" action={<ToList />}>
          {isAdmin(role)
            ? 'It was decided more than 30 days ago, belongs to another organization, or never was. The audit log keeps the story.'
            : 'It is not yours to decide, or it was decided long ago. Owners and admins see all calls that wait.'}
        </EmptyState>
      )}
    </Page>
  )
}

// An id of the wrong form is treated as an unknown one.
function isUnknown(error: Error): boolean {
  return error instanceof OperationError && error.code === 'validation_failed'
}

function Waiting() {
  return (
    <Page title="Approval" isWide isFinding>
      <Skeleton className="mx-auto h-dvh max-w-[664px]" />
    </Page>
  )
}

function Asked({ approval, queue, onLate }: { approval: Approval; queue: Queue | undefined; onLate(): void }) {
  const people = usePeople()
  const subject = useSubject(approval)
  const message = messageOf(approval)
  const merge = mergeOf(approval)
  const isOpen = approval.state === 'pending'
  const isBeside = useWide(1100)
  const rail = <ApprovalRail {...{ approval, subject, people, onLate, isBeside }} next={queue?.next ?? null} />
  return (
    <Page
      title={titleOf(approval, subject.title)}
      heading={
        // Longer than other findings, so smaller.
        <span className="t-page block">
          <Who isAgent>{visibleText(approval.clientName ?? 'An agent')}</Who> {isOpen ? 'asks' : 'asked'} to{' '}
          {titleInText(approval, subject.title)}.
        </span>
      }
      lead={
        <>
          Asked <Time at={approval.createdAt} />
          {approval.keyLast4 && (
            <>
              {' '}
              with the key <span className="mono">…{approval.keyLast4}</span>
            </>
          )}
          .
          {isOpen && (
            <>
              {' '}
              The request ends in <Countdown until={approval.expiresAt} />; nothing has changed so far.
            </>
          )}
        </>
      }
      actions={queue && queue.next !== null && <QueueLinks queue={queue} />}
      isWide
      isFinding
      rail={isBeside && rail}
    >
      {/* Beside the text the decision is there at once; below it, it comes with the text. */}
      <Suspense fallback={<Skeleton className="mx-auto h-dvh max-w-[664px]" />}>
        <div className={clsx('mx-auto max-w-[664px]', isBeside && 'pb-20')}>
          {merge && <ShownMerge approval={approval} plan={merge} />}
          <ShownRecords approval={approval} merge={merge} />
          {approval.untrusted.records.length === 0 &&
            (message === null ? <CallItself approval={approval} /> : <SentMessage message={message} />)}
        </div>
        {!isBeside && rail}
      </Suspense>
    </Page>
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
