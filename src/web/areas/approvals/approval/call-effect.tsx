import { Link } from '@tanstack/react-router'

import { readableAddress } from '#std/readable-address.ts'
import { visibleText } from '#std/visible-text.ts'
import { reasonWords } from '#web/areas/agent-audit/reason-words.ts'
import { followsOf } from '#web/areas/approvals/approval-follows.ts'
import { addressOf, effectTitles, riskWords, whatHappens } from '#web/areas/approvals/approval-words.ts'
import { RailSection } from '#web/areas/approvals/approval/rail-section.tsx'
import type { Subject } from '#web/areas/approvals/approval/use-subject.ts'
import { Countdown } from '#web/areas/approvals/countdown.tsx'
import { personOf } from '#web/areas/organizations/person-of.ts'
import { useOrganization, usePersonId } from '#web/context.ts'
import type { Approval } from '#web/operations.ts'
import { Fact } from '#web/parts/fact.tsx'
import { fieldInText } from '#web/parts/field-words.ts'
import { Notice } from '#web/parts/notice.tsx'
import { RiskBadge } from '#web/parts/risk-badge.tsx'
import { Time } from '#web/parts/time.tsx'
import { Who } from '#web/parts/who.tsx'
import { isAdmin } from '#web/session.ts'

type Props = { approval: Approval; people: ReadonlyMap<string, string> }

/** What the call will do, who notices, whether it can be taken back, and what of it is not as the agent saw it. */
export function WhatHappens({ approval, subject }: { approval: Approval; subject: Subject }) {
  const address = addressOf(approval)
  const isOpen = approval.state === 'pending'
  return (
    <RailSection title={effectTitles[approval.state]}>
      <div className="flex flex-col gap-2 wrap-anywhere">
        <p>{whatHappens(approval, subject.title)}</p>
        {address && (
          <p>
            Its address is <span className="mono break-all">{readableAddress(address)}</span>.
          </p>
        )}
        {followsOf(approval).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        {isOpen && subject.hasChanged && (
          <Notice tone="warn">
            The article changed after the agent asked, <Time at={subject.changedAt} />. What is shown here is what the
            call would do now.
          </Notice>
        )}
        {approval.wouldFailWith && (
          <Notice tone="warn">
            Right now the call would be refused, so it cannot be approved:{' '}
            {reasonWords[approval.wouldFailWith] ?? fieldInText(approval.wouldFailWith.replaceAll('_', ' '))}.
          </Notice>
        )}
      </div>
    </RailSection>
  )
}

/** Who asks, for whom, until when, and why it waits. */
export function CallFacts({ approval, people }: Props) {
  const { keyLast4, actorUserId, createdAt, expiresAt, risk, state } = approval
  return (
    <RailSection title="The call">
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-1.5 border-t border-line pt-2">
        <Fact name="Agent">
          <Asker approval={approval} />
        </Fact>
        {keyLast4 && (
          <Fact name="Key">
            <span className="mono">…{keyLast4}</span>
          </Fact>
        )}
        <Fact name="Acts for">{personOf(actorUserId, people)}</Fact>
        <Fact name="Asked">
          <Time at={createdAt} />
        </Fact>
        {state === 'pending' && (
          <Fact name="Ends">
            in <Countdown until={expiresAt} />
          </Fact>
        )}
        <Fact name="Why it waits">
          <RiskBadge risk={risk} label={riskWords[risk].label} />
          <span className="block text-muted">
            {riskWords[risk].why} This organization wants a person to agree first.
          </span>
        </Fact>
      </dl>
    </RailSection>
  )
}

/** The agent that asks, with the way to its page for people who may see it: their own, or administrators. */
function Asker({ approval: { clientName, credentialId, actorUserId } }: { approval: Approval }) {
  const { slug: orgSlug, role } = useOrganization()
  const isOwn = usePersonId() === actorUserId
  const name = (
    <Who isAgent className="wrap-anywhere">
      {visibleText(clientName ?? 'An agent')}
    </Who>
  )
  if (credentialId === undefined || !(isOwn || isAdmin(role))) return name
  return (
    <Link
      to="/o/$orgSlug/agents/$agent"
      params={{ orgSlug, agent: credentialId }}
      search={{}}
      className="hover:underline"
    >
      {name}
    </Link>
  )
}
