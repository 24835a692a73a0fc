import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { visibleJson, visibleText } from '#std/visible-text.ts'
import { Decision } from '#web/areas/approvals/approval/decision.tsx'
import {
  addressOf,
  effectTitles,
  itemIdOf,
  riskWords,
  titleOf,
  whatHappens,
} from '#web/areas/approvals/approval-words.ts'
import { personOf, usePeople } from '#web/areas/approvals/use-people.ts'
import { useOrganization } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import type { Approval } from '#web/operations.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { JsonTree } from '#web/parts/json-tree.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { RiskBadge } from '#web/parts/risk-badge.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { useOperation } from '#web/use-operation.ts'

/** One call that waits for a person: what it will do, who asks, and the decision. */
export function ApprovalPage() {
  const { approvalId } = useParams({ from: '/o/$orgSlug/approvals/$approvalId' })
  const { data, error, refetch } = useOperation('listApprovals', { approvalId })
  const approval = data?.items.find(({ id }) => id === approvalId)
  if (approval) return <Asked approval={approval} onLate={() => void refetch()} />
  if (!data && !error)
    return (
      <Page title="Approval" lead={<Back />}>
        <div className={columns}>
          <Skeleton className="h-56 rounded-xl" />
          <Skeleton className="h-56 rounded-xl" />
        </div>
      </Page>
    )
  return (
    <Page title="Approval" lead={<Back />}>
      <div className="rounded-xl border border-line bg-surface shadow-card">
        {error && !data && !isUnknown(error) ? (
          <div className="p-4">
            <Problem error={error} onRetry={() => void refetch()} />
          </div>
        ) : (
          <EmptyState icon={<SearchX strokeWidth={1.75} />} title="There is no such call" action={<ToList />}>
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

const columns = 'grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,1fr)_340px] lg:items-start'

function Asked({ approval, onLate }: { approval: Approval; onLate(): void }) {
  const people = usePeople()
  const subject = useSubject(approval)
  const address = addressOf(approval)
  const { clientName, actorUserId, createdAt, risk, operation, untrusted } = approval
  return (
    <Page title={titleOf(approval, subject.title)} lead={<Back />}>
      <div className={columns}>
        <section aria-labelledby="effect" className={card}>
          <h2 id="effect" className="text-lg font-semibold">
            {effectTitles[approval.state]}
          </h2>
          <p className="mt-1.5 text-lg [overflow-wrap:anywhere]">{whatHappens(approval, subject.title)}</p>
          {approval.state === 'pending' && subject.hasChanged && (
            <div className="mt-4">
              <Notice tone="warn">
                The item changed after the agent asked, <Time at={subject.changedAt} />. What is shown here is from
                before.
              </Notice>
            </div>
          )}
          <dl className="mt-5 grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 gap-y-2.5 border-t border-line pt-5 sm:grid-cols-[9rem_minmax(0,1fr)]">
            {address && (
              <Fact name="Address">
                <span className="break-all">{address}</span>
              </Fact>
            )}
            <Fact name="Agent">
              <span className="font-medium [overflow-wrap:anywhere]">{visibleText(clientName ?? 'An agent')}</span>
            </Fact>
            <Fact name="Acts for">{personOf(actorUserId, people)}</Fact>
            <Fact name="Asked">
              <Time at={createdAt} />
            </Fact>
            <Fact name="Why it waits">
              <RiskBadge risk={risk} label={riskWords[risk].label} />
              <span className="block text-muted">
                {riskWords[risk].why} This organization wants a person to agree first.
              </span>
            </Fact>
            <Fact name="Operation">
              <code className="text-sm break-all">{visibleText(operation)}</code>
            </Fact>
          </dl>
        </section>
        <div className="lg:sticky lg:top-18 lg:row-span-2">
          <Decision key={approval.id} approval={approval} people={people} onLate={onLate} />
        </div>
        <section aria-labelledby="sent" className={card}>
          <h2 id="sent" className="text-lg font-semibold">
            The call itself
          </h2>
          <p className="mt-1 mb-4 text-muted">
            Text of the agent, shown as it is. It may try to persuade you: what counts is what it does. Hidden
            characters are written out.
          </p>
          <div className="flex flex-col gap-4">
            <JsonTree label="Input" value={visibleJson(untrusted.input)} copied={visibleJson(untrusted.input)} />
            <JsonTree
              label="Rehearsed result"
              value={visibleJson(untrusted.effect)}
              copied={visibleJson(untrusted.effect)}
            />
          </div>
          <p className="mt-3 text-sm text-muted">
            The rehearsal ran when the agent asked, and its effects were taken back.
          </p>
        </section>
      </div>
    </Page>
  )
}

const card = 'rounded-xl border border-line bg-surface p-5 shadow-card'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

type Subject = { title?: string; hasChanged: boolean; changedAt: string }

/** The item that the call is about, as it is now: agents name it only by its id. */
function useSubject(approval: Approval): Subject {
  const id = itemIdOf(approval)
  const item = useOperation('getItem', { id: id ?? '' }, { enabled: id !== null }).data?.item
  if (!item || item.id !== id) return { hasChanged: false, changedAt: approval.createdAt }
  return {
    title: item.title,
    hasChanged: Date.parse(item.updatedAt) > Date.parse(approval.createdAt),
    changedAt: item.updatedAt,
  }
}

function Back() {
  const { slug } = useOrganization()
  return (
    <Link
      to="/o/$orgSlug/approvals"
      params={{ orgSlug: slug }}
      className="inline-flex min-h-6 items-center gap-1.5 hover:text-foreground hover:underline"
    >
      <ArrowLeft aria-hidden size={14} strokeWidth={1.75} /> All approvals
    </Link>
  )
}

function ToList() {
  const { slug } = useOrganization()
  return (
    <Link to="/o/$orgSlug/approvals" params={{ orgSlug: slug }} className={buttonLook('secondary')}>
      All approvals
    </Link>
  )
}
