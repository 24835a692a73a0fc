import { useState } from 'react'

import type { Approval } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Field } from '#web/parts/field.tsx'
import { useAction } from '#web/use-operation.ts'

const longest = 500

/** Says no, also to what was approved and has not run, with a reason for the agent. Control or Command with Enter sends it. */
export function DeclineDialog({
  approval,
  onClose,
  onDeclined,
}: {
  approval: Approval
  onClose(): void
  onDeclined(): void
}) {
  const decline = useAction('declineCall')
  const isApproved = approval.state === 'approved'
  const [reason, setReason] = useState('')

  async function say() {
    const given = reason.trim()
    const input = { approvalId: approval.id, ...(given === '' ? {} : { reason: given }) }
    if (decline.isPending || !(await decline.run(input))) return
    onDeclined()
  }

  return (
    <Dialog title={isApproved ? 'Withdraw this approval?' : 'Decline this call?'} onDismiss={onClose}>
      <Field
        label="Reason"
        isOptional
        hint="The agent reads it. Tell it what to do instead."
        error={decline.error?.fieldMessage('reason')}
      >
        {(linked) => (
          <textarea
            {...linked}
            rows={3}
            maxLength={longest}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && void say()}
            className={`${inputLook} py-2`}
          />
        )}
      </Field>
      {decline.error?.fieldProblems.length === 0 && <DialogProblem error={decline.error} />}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button look="ink" isBusy={decline.isPending} onClick={() => void say()}>
          {isApproved ? 'Withdraw approval' : 'Decline call'}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
