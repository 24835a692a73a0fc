import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { useOrganization } from '#web/context.ts'
import type { Member } from '#web/operations.ts'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { renewSession } from '#web/session.ts'
import { useAction } from '#web/use-operation.ts'

type Props = { member: Member; isMe: boolean; onClose(): void }

/** Removes a member, or lets the person leave, after finding out what ends with the membership. */
export function RemoveMember({ member, isMe, onClose }: Props) {
  return isMe ? <Leave onClose={onClose} /> : <Remove member={member} onClose={onClose} />
}

function Remove({ member, onClose }: Omit<Props, 'isMe'>) {
  const remove = useAction('removeMember')
  return (
    <RehearsedDialog
      title={`Remove ${member.name}?`}
      verb="Remove member"
      action={remove}
      input={{ userId: member.userId }}
      onClose={onClose}
      onDone={() => {
        onClose()
        toast(`${member.name} is no longer a member.`)
      }}
    >
      {(effects) => (
        <>
          <p>
            {member.name} ({member.email}) loses access to this organization with the next request. What they wrote
            stays.
          </p>
          <EndedAgents count={effects?.revokedTokens} />
        </>
      )}
    </RehearsedDialog>
  )
}

function Leave({ onClose }: { onClose(): void }) {
  const leave = useAction('leaveOrganization')
  const { name } = useOrganization()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <RehearsedDialog
      title={`Leave ${name}?`}
      verb="Leave organization"
      action={leave}
      input={{}}
      onClose={onClose}
      onDone={() => {
        onClose()
        void renewSession(queries).then(() => navigate({ to: '/', replace: true }))
      }}
    >
      {(effects) => (
        <>
          <p>You lose access to this organization. An owner or admin can invite you again.</p>
          <EndedAgents count={effects?.revokedTokens} />
        </>
      )}
    </RehearsedDialog>
  )
}

/** How many keys and connected agents end; undefined while that is not known. */
function EndedAgents({ count }: { count: number | undefined }) {
  return (
    <p className="mt-2 text-muted">
      {count === undefined && 'Finding out which agents end with it…'}
      {count === 0 && 'No agent ends with it.'}
      {count === 1 && 'One API key or connected agent ends with it, for good.'}
      {count !== undefined && count > 1 && `${count} API keys and connected agents end with it, for good.`}
    </p>
  )
}
