import { useEffect, useRef, useState } from 'react'
import { stateWords } from '#web/areas/approvals/approval-words.ts'
import { DeclineDialog } from '#web/areas/approvals/approval/decline-dialog.tsx'
import { Outcome } from '#web/areas/approvals/approval/outcome.tsx'
import { WhyNot } from '#web/areas/approvals/approval/why-not.tsx'
import { Countdown } from '#web/areas/approvals/countdown.tsx'
import type { Approval } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Kbd } from '#web/parts/kbd.tsx'
import { Pill } from '#web/parts/pill.tsx'
import { useSingleKeys, useSingleKeysSetting } from '#web/parts/single-keys.ts'
import { Switch } from '#web/parts/switch.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { approval: Approval; people: ReadonlyMap<string, string>; onLate(): void }

/** The state of a call and, for people who may decide it, the two ways to do so. */
export function Decision({ approval, people, onLate }: Props) {
  const { state, mayDecide, expiresAt } = approval
  const heading = useRef<HTMLHeadingElement>(null)
  const isOpen = state === 'pending'
  const isMine = useRef(false)
  // The buttons disappear with the decision: the focus moves to the outcome.
  useEffect(() => {
    if (!isOpen && isMine.current) heading.current?.focus()
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    const timer = setTimeout(onLate, Math.max(1000, Date.parse(expiresAt) - Date.now() + 1000))
    return () => clearTimeout(timer)
  })

  return (
    <section aria-labelledby="decision" className="rounded-xl border border-line bg-surface p-5 shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 ref={heading} id="decision" tabIndex={-1} className="text-lg font-semibold outline-none">
          {isOpen && mayDecide ? 'Your decision' : 'Decision'}
        </h2>
        <Pill tone={stateWords[state].tone}>{isOpen && !mayDecide ? 'Waiting' : stateWords[state].label}</Pill>
      </div>
      {isOpen && (
        <p className="mt-2 text-muted">
          Nothing has changed so far. <Countdown until={expiresAt} /> left, then the call is over.
        </p>
      )}
      {isOpen && mayDecide && <Buttons approval={approval} onDecided={() => (isMine.current = true)} />}
      {isOpen && !mayDecide && <WhyNot approval={approval} />}
      {!isOpen && <Outcome approval={approval} people={people} />}
      <p role="status" className="sr-only">
        {!isOpen && stateWords[state].label}
      </p>
    </section>
  )
}

function Buttons({ approval, onDecided }: { approval: Approval; onDecided(): void }) {
  const approve = useAction('approveCall')
  const [isDeclining, setDeclining] = useState(false)
  const [areKeysOn, turnKeys] = useSingleKeysSetting()

  async function say() {
    if (approve.isPending || !(await approve.run({ approvalId: approval.id, seen: approval.seen }))) return
    toast('Approved. The call runs when the agent repeats it.')
    onDecided()
  }
  useSingleKeys({ a: () => void say(), r: () => setDeclining(true) })

  return (
    <>
      <DialogProblem error={approve.error} />
      <div className="mt-5 flex flex-col gap-2">
        <Button
          look="primary"
          isBusy={approve.isPending}
          aria-keyshortcuts={areKeysOn ? 'A' : undefined}
          onClick={() => void say()}
        >
          Approve {areKeysOn && <Kbd>A</Kbd>}
        </Button>
        <Button aria-keyshortcuts={areKeysOn ? 'R' : undefined} onClick={() => setDeclining(true)}>
          Decline {areKeysOn && <Kbd>R</Kbd>}
        </Button>
      </div>
      <div className="mt-3 text-sm text-muted max-md:hidden">
        <Switch
          label={<span className="font-normal">Decide with the keys A and R</span>}
          isOn={areKeysOn}
          onChange={turnKeys}
        />
      </div>
      {isDeclining && (
        <DeclineDialog
          approval={approval}
          onClose={() => setDeclining(false)}
          onDeclined={() => {
            setDeclining(false)
            onDecided()
          }}
        />
      )}
    </>
  )
}
