import { Link } from '@tanstack/react-router'
import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import { DeclineDialog } from '#web/areas/approvals/approval/decline-dialog.tsx'
import { Countdown } from '#web/areas/approvals/countdown.tsx'
import { personOf } from '#web/areas/organizations/person-of.ts'
import { useOrganization } from '#web/context.ts'
import type { Approval } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { Time } from '#web/parts/time.tsx'
import { useCatalogEntry } from '#web/use-catalog.ts'

type Props = { approval: Approval; people: ReadonlyMap<string, string>; onWithdrawn(): void }

/** What became of a call that was decided, or that nobody decided. */
export function Outcome({ approval, people, onWithdrawn }: Props): ReactNode {
  const { state, expiresAt, reason, usedRequestId, decidedAt, callerEnded } = approval
  if (state === 'approved')
    return (
      <div className="mt-3 flex flex-col gap-3">
        <Decided approval={approval} people={people} word="Approved" />
        <p className="flex gap-2.5 rounded-lg bg-raised px-3 py-2.5 text-ink">
          <LoaderCircle aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 animate-spin" />
          <span>
            Waiting for the agent to repeat its call. It has <Countdown until={expiresAt} />.
          </span>
        </p>
        {approval.mayWithdraw && <Withdraw approval={approval} onWithdrawn={onWithdrawn} />}
      </div>
    )
  if (state === 'used')
    return (
      <div className="mt-3 flex flex-col gap-3">
        <Decided approval={approval} people={people} word="Approved" />
        <p>The agent repeated its call, and it ran.</p>
        {usedRequestId && <Result requestId={usedRequestId} />}
      </div>
    )
  if (state === 'declined')
    return (
      <div className="mt-3 flex flex-col gap-3">
        <Decided approval={approval} people={people} word="Declined" />
        {reason && <blockquote className="border-l-2 border-line pl-3 [overflow-wrap:anywhere]">{reason}</blockquote>}
        <p className="text-muted">Nothing has changed. The agent learns this when it asks again.</p>
      </div>
    )
  if (state === 'outdated')
    return (
      <p className="mt-3 text-muted">
        {decidedAt
          ? 'It was approved, but before the agent repeated its call, what it changes was edited or who approved it lost the right to. Nothing has changed; repeated, the call waits again as another one.'
          : 'Such calls of agents no longer need a person, so nobody has to decide this one. Nothing has changed.'}
      </p>
    )
  if (callerEnded)
    return (
      <p className="mt-3 text-muted">
        The key, connection or membership that asked has ended, and the call with it. Nothing has changed.
      </p>
    )
  return (
    <p className="mt-3 text-muted">
      {decidedAt ? 'It was decided, but the agent did not come back in time.' : 'Nobody decided in time.'} Nothing has
      changed. The agent can ask again.
    </p>
  )
}

/** The way back from an approval, until the call runs. */
function Withdraw({ approval, onWithdrawn }: Pick<Props, 'approval' | 'onWithdrawn'>) {
  const [isAsked, setAsked] = useState(false)
  return (
    <div>
      <Button onClick={() => setAsked(true)}>Withdraw…</Button>
      {isAsked && (
        <DeclineDialog
          approval={approval}
          onClose={() => setAsked(false)}
          onDeclined={() => {
            onWithdrawn()
            setAsked(false)
          }}
        />
      )}
    </div>
  )
}

function Decided({ approval, people, word }: Omit<Props, 'onWithdrawn'> & { word: string }) {
  const { decidedBy, decidedAt } = approval
  return (
    <p className="text-muted">
      {word} by <span className="font-medium text-ink">{personOf(decidedBy, people)}</span>
      {decidedAt && (
        <>
          {' '}
          <Time at={decidedAt} />
        </>
      )}
      .
    </p>
  )
}

/** The way to the record of the call that ran, for people who may read it. */
function Result({ requestId }: { requestId: string }) {
  const { slug } = useOrganization()
  const mayRead = useCatalogEntry('getAgentAuditRecord')?.allowed
  if (!mayRead)
    return (
      <p className="text-sm text-muted">
        Request id <code className="break-all">{requestId}</code>
      </p>
    )
  return (
    <Link
      to="/o/$orgSlug/settings/audit-log"
      params={{ orgSlug: slug }}
      search={{ record: requestId }}
      className={buttonLook('plain')}
    >
      See the result
    </Link>
  )
}
