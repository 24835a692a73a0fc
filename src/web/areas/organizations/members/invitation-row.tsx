import { RotateCw } from 'lucide-react'

import { roleLabel } from '#web/areas/organizations/role-words.ts'
import type { Invitation } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Time } from '#web/parts/time.tsx'

type Props = {
  invitation: Invitation
  mayManage: boolean
  onAgain(invitation: Invitation): void
  onCancel(invitation: Invitation): void
}

/** An invitation that waits to be accepted. */
export function InvitationRow({ invitation, mayManage, onAgain, onCancel }: Props) {
  const { email, role, invitedBy, expiresAt, sentByMail, needsNewLink } = invitation
  // A link cannot be shown twice: where no mail carries it, a person gets a new one.
  const again = sentByMail ? 'Send again' : 'New link'
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 border-b border-line py-2.5">
      <div className="min-w-52 flex-1">
        <p className="font-medium break-all">{email}</p>
        <p className="text-sm text-muted">
          {roleLabel(role)}, invited by {invitedBy.name ?? 'a former member'}, expires <Time at={expiresAt} />
        </p>
        {needsNewLink && (
          <p className="text-sm text-warn-ink">
            Its link does not work: {invitedBy.name ?? 'who invited'} can no longer give this role.
          </p>
        )}
      </div>
      {mayManage && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onAgain(invitation)} aria-label={`${again} for ${email}`}>
            <RotateCw aria-hidden strokeWidth={1.75} /> {again}
          </Button>
          <Button onClick={() => onCancel(invitation)} aria-label={`Revoke for ${email}`}>
            Revoke
          </Button>
        </div>
      )}
    </li>
  )
}
