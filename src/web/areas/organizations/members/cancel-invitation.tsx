import { useRehearsal } from '#web/use-rehearsal.ts'
import type { Invitation } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Ends an invitation when the person presses the button. */
export function CancelInvitation({ invitation, onClose }: { invitation: Invitation; onClose(): void }) {
  const cancel = useAction('cancelInvitation')
  const input = { invitationId: invitation.id }
  const effects = useRehearsal(cancel, input)

  async function confirm() {
    if (!(await cancel.run(input, { confirm: true }))) return
    onClose()
    toast(`The invitation of ${invitation.email} is revoked.`)
  }

  return (
    <AlertDialog
      title="Revoke this invitation?"
      action="Revoke invitation"
      onAction={() => void confirm()}
      onCancel={onClose}
      disabled={effects === null}
      isBusy={effects !== null && cancel.isPending}
    >
      <p>
        The link that {invitation.email} has opens nothing from then on. The address can be invited again at any time.
      </p>
      {cancel.error && (
        <div className="mt-4">
          <Problem error={cancel.error} />
        </div>
      )}
    </AlertDialog>
  )
}
