import { CancelInvitation } from '#web/areas/organizations/members/cancel-invitation.tsx'
import { ChangeRole } from '#web/areas/organizations/members/change-role.tsx'
import { InvitePeople } from '#web/areas/organizations/members/invite-people.tsx'
import type { OpenDialog } from '#web/areas/organizations/members/open-dialog.ts'
import { RemoveMember } from '#web/areas/organizations/members/remove-member.tsx'

type Props = {
  open: OpenDialog
  /** The person who is looking. */
  userId: string
  onClose(): void
}

export function MemberDialogs({ open, userId, onClose }: Props) {
  switch (open.what) {
    case 'invite':
      return <InvitePeople onClose={onClose} />
    case 'role':
      return <ChangeRole member={open.member} role={open.role} onClose={onClose} />
    case 'remove':
      return <RemoveMember member={open.member} isMe={open.member.userId === userId} onClose={onClose} />
    case 'cancel':
      return <CancelInvitation invitation={open.invitation} onClose={onClose} />
  }
}
