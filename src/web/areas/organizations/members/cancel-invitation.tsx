import type { Invitation } from '#web/operations.ts'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Ends an invitation when the person presses the button. */
export function CancelInvitation({ invitation, onClose }: { invitation: Invitation; onClose(): void }) {
  const cancel = useAction('cancelInvitation')
  return (
    <RehearsedDialog
      title="Revoke this invitation?"
      verb="Revoke invitation"
      action={cancel}
      input={{ invitationId: invitation.id }}
      onClose={onClose}
      onDone={() => {
        onClose()
        toast(`The invitation of ${invitation.email} is revoked.`)
      }}
    >
      {() => (
        <p>
          The link that {invitation.email} has opens nothing from then on. The address can be invited again at any time.
        </p>
      )}
    </RehearsedDialog>
  )
}
