import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

import { approveWords, itemIdOf, stateWords } from '#web/areas/approvals/approval-words.ts'
import { DeclineDialog } from '#web/areas/approvals/approval/decline-dialog.tsx'
import { Outcome } from '#web/areas/approvals/approval/outcome.tsx'
import { useOpenCall } from '#web/areas/approvals/approval/queue.tsx'
import { WhyNot } from '#web/areas/approvals/approval/why-not.tsx'
import { useOrganization } from '#web/context.ts'
import type { OperationError } from '#web/operation-error.ts'
import type { Approval } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { DecisionBar } from '#web/parts/decision-bar.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Kbd } from '#web/parts/kbd.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { useSingleKeys, useSingleKeysSetting } from '#web/parts/single-keys.ts'
import { Status } from '#web/parts/status.tsx'
import { Switch } from '#web/parts/switch.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = {
  approval: Approval
  people: ReadonlyMap<string, string>
  /** Whether the article was changed after the agent asked. */
  hasChanged: boolean
  /** Another call that waits: it opens after the decision. */
  next: string | null
  onLate(): void
}

/** The state of a call and, for people who may decide it, the two ways to do so. */
export function Decision({ approval, people, hasChanged, next, onLate }: Props) {
  const { state, mayDecide, expiresAt } = approval
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = state === 'pending'
  const isMine = useRef(false)
  const open = useOpenCall()
  // The buttons disappear with the decision: the focus moves to the outcome.
  useEffect(() => {
    if (state === 'pending' || !isMine.current) return
    isMine.current = false
    heading.current?.focus()
  }, [state])
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(onLate, Math.max(1000, Date.parse(expiresAt) - Date.now() + 1000))
    return () => clearTimeout(timer)
  })

  return (
    <section aria-labelledby="decision">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 ref={heading} id="decision" tabIndex={-1} className="t-head outline-none">
          {isOpen && mayDecide ? 'Your decision' : 'Decision'}
        </h2>
        <Status tone={stateWords[state].tone}>{isOpen && !mayDecide ? 'Waiting' : stateWords[state].label}</Status>
      </div>
      {isOpen && mayDecide && (
        <Buttons
          approval={approval}
          hasChanged={hasChanged}
          onDecided={(said) => {
            isMine.current = true
            toast(said, next === null ? undefined : { label: 'See it', run: () => open(approval.id) })
            if (next !== null) open(next)
          }}
          onRefused={onLate}
          onSeen={() => heading.current?.focus()}
        />
      )}
      {isOpen && !mayDecide && <WhyNot approval={approval} />}
      {!isOpen && <Outcome approval={approval} people={people} onWithdrawn={() => (isMine.current = true)} />}
      <p role="status" className="sr-only">
        {!isOpen && stateWords[state].label}
      </p>
    </section>
  )
}

type ButtonProps = {
  approval: Approval
  hasChanged: boolean
  onDecided(said: string): void
  onRefused(): void
  onSeen(): void
}

function Buttons({ approval, hasChanged, onDecided, onRefused, onSeen }: ButtonProps) {
  const approve = useAction('approveCall')
  const [isDeclining, setDeclining] = useState(false)
  const [areKeysOn] = useSingleKeysSetting()
  // approvals.md#nothing-approved-under-the-hand
  const [seen, setSeen] = useState(approval.seen)
  const { slug: orgSlug } = useOrganization()
  const itemId = itemIdOf(approval)
  const isSeen = seen === approval.seen

  async function say() {
    if (approve.isPending || !isSeen) return
    if (!(await approve.run({ approvalId: approval.id, seen }))) return onRefused()
    onDecided('Approved. The call runs when the agent repeats it.')
  }
  function lookAgain() {
    approve.reset()
    setSeen(approval.seen)
    onSeen()
  }
  // approvals.md#letters-lead-to-buttons
  const buttons = { a: useRef<HTMLButtonElement>(null), r: useRef<HTMLButtonElement>(null) }
  useSingleKeys({
    a: { label: 'Go to Approve', run: () => buttons.a.current?.focus() },
    r: { label: 'Go to Decline', run: () => buttons.r.current?.focus() },
  })

  return (
    <>
      <DecisionBar lead={<Lead {...{ isSeen, hasChanged, areKeysOn }} error={approve.error} />}>
        <Button ref={buttons.r} aria-keyshortcuts={areKeysOn ? 'R' : undefined} onClick={() => setDeclining(true)}>
          Decline… {areKeysOn && <Kbd>R</Kbd>}
        </Button>
        {itemId !== null && (
          <Link to="/o/$orgSlug/content/$itemId" params={{ orgSlug, itemId }} className={buttonLook('plain')}>
            Edit it first
          </Link>
        )}
        {isSeen ? (
          <Button
            key="approve"
            ref={buttons.a}
            look={approval.isPublic ? 'press' : 'ink'}
            isBusy={approve.isPending}
            aria-keyshortcuts={areKeysOn ? 'A' : undefined}
            onClick={() => void say()}
          >
            {approveWords(approval)} {areKeysOn && <Kbd>A</Kbd>}
          </Button>
        ) : (
          <Button key="again" onClick={lookAgain}>
            I have looked again
          </Button>
        )}
      </DecisionBar>
      {isDeclining && (
        <DeclineDialog
          approval={approval}
          onClose={() => setDeclining(false)}
          onDeclined={() => {
            setDeclining(false)
            onDecided('Declined. The agent learns this when it asks again.')
          }}
        />
      )}
    </>
  )
}

type LeadProps = { isSeen: boolean; hasChanged: boolean; areKeysOn: boolean; error: OperationError | null }

function Lead({ isSeen, hasChanged, areKeysOn, error }: LeadProps) {
  return (
    <>
      {isSeen && error === null && (
        <>
          {hasChanged ? 'The article has changed since the request.' : 'Nothing has changed since the request.'}
          {areKeysOn && (
            <span className="max-md:hidden">
              {' '}
              Approve needs <Kbd>A</Kbd>, then <Kbd>Enter</Kbd>.
            </span>
          )}
        </>
      )}
      {isSeen && <DialogProblem error={error} />}
      {!isSeen && (
        <Notice tone="warn" role="status">
          What the call would do changed while you had it open. It is shown as it is now.
        </Notice>
      )}
    </>
  )
}

/** Whether letters lead to the buttons (approvals.md#letters-lead-to-buttons). */
export function KeysSwitch() {
  const [areOn, turn] = useSingleKeysSetting()
  return (
    <div className="border-t border-line pt-3 text-sm text-muted max-md:hidden">
      <Switch
        label={<span className="font-normal">Go to the buttons with the keys A and R</span>}
        isOn={areOn}
        onChange={turn}
      />
    </div>
  )
}
