import { clsx } from 'clsx'

import { AgentSays } from '#web/areas/approvals/approval/agent-says.tsx'
import { CallFacts, WhatHappens } from '#web/areas/approvals/approval/call-effect.tsx'
import { Decision, KeysSwitch } from '#web/areas/approvals/approval/decision.tsx'
import { FoundChecks } from '#web/areas/approvals/approval/found-checks.tsx'
import { HowItCame } from '#web/areas/approvals/approval/how-it-came.tsx'
import type { Subject } from '#web/areas/approvals/approval/use-subject.ts'
import type { Approval } from '#web/operations.ts'

type Props = {
  approval: Approval
  subject: Subject
  people: ReadonlyMap<string, string>
  /** Beside what is decided on, or below it. */
  isBeside: boolean
  /** The call that is opened after the decision. */
  next: string | null
  onLate(): void
}

/** What belongs to a call besides what it changes, above the bar of the decision: beside it, in narrow windows below it. */
export function ApprovalRail({ approval, subject, people, isBeside, next, onLate }: Props) {
  const canDecide = approval.state === 'pending' && approval.mayDecide
  return (
    <aside
      aria-label="About this call"
      // Only what is scrolled by itself takes the focus.
      tabIndex={isBeside ? 0 : undefined}
      className={clsx(
        'flex flex-col gap-5.5 border-line bg-surface',
        isBeside
          ? 'sticky top-12 h-[calc(100dvh-48px)] w-93 shrink-0 overflow-y-auto border-l px-6 pt-5 pb-24 focus-visible:-outline-offset-2'
          : '-mx-4 -mb-8 border-t px-4 pt-5 pb-40 md:-mx-8 md:px-8',
      )}
    >
      <Decision key={approval.id} hasChanged={subject.hasChanged} {...{ approval, people, next, onLate }} />
      <WhatHappens approval={approval} subject={subject} />
      <FoundChecks approval={approval} />
      <AgentSays approval={approval} />
      <CallFacts approval={approval} people={people} />
      <HowItCame approval={approval} subject={subject} people={people} />
      {canDecide && <KeysSwitch />}
    </aside>
  )
}
