import { visibleText } from '#std/visible-text.ts'
import { addressOf, effectTitles, riskWords, whatHappens } from '#web/areas/approvals/approval-words.ts'
import type { Subject } from '#web/areas/approvals/approval/use-subject.ts'
import { personOf } from '#web/areas/organizations/use-people.ts'
import type { Approval } from '#web/operations.ts'
import { Fact } from '#web/parts/fact.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { RiskBadge } from '#web/parts/risk-badge.tsx'
import { Time } from '#web/parts/time.tsx'
import { Who } from '#web/parts/who.tsx'

type Props = { approval: Approval; people: ReadonlyMap<string, string> }

/** What the call will do, and what of it is not as the agent saw it. */
export function WhatHappens({ approval, subject }: { approval: Approval; subject: Subject }) {
  return (
    <section aria-labelledby="effect" className="border-t border-line pt-4 pb-5">
      <h2 id="effect" className="t-sub">
        {effectTitles[approval.state]}
      </h2>
      <p className="mt-1.5 text-lg [overflow-wrap:anywhere]">{whatHappens(approval, subject.title)}</p>
      {approval.state === 'pending' && subject.hasChanged && (
        <div className="mt-4">
          <Notice tone="warn">
            The article changed after the agent asked, <Time at={subject.changedAt} />. What is shown here is what the
            call would do now.
          </Notice>
        </div>
      )}
      {approval.wouldFailWith && (
        <div className="mt-4">
          <Notice tone="warn">
            Right now the call would be refused ({approval.wouldFailWith}), so it cannot be approved.
          </Notice>
        </div>
      )}
    </section>
  )
}

/** Who asks, for whom, where it will be, and why it waits. */
export function CallFacts({ approval, people }: Props) {
  const address = addressOf(approval)
  const { clientName, actorUserId, createdAt, risk } = approval
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2.5 border-t border-line pt-4">
      {address && (
        <Fact name="Address">
          <span className="mono break-all">{address}</span>
        </Fact>
      )}
      <Fact name="Agent">
        <Who isAgent className="[overflow-wrap:anywhere]">
          {visibleText(clientName ?? 'An agent')}
        </Who>
      </Fact>
      <Fact name="Acts for">{personOf(actorUserId, people)}</Fact>
      <Fact name="Asked">
        <Time at={createdAt} />
      </Fact>
      <Fact name="Why it waits">
        <RiskBadge risk={risk} label={riskWords[risk].label} />
        <span className="block text-muted">{riskWords[risk].why} This organization wants a person to agree first.</span>
      </Fact>
    </dl>
  )
}
