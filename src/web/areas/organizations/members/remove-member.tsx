import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useRehearsal } from '#web/use-rehearsal.ts'
import { useOrganization } from '#web/context.ts'
import type { InputOf, Member } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { toast } from '#web/parts/toast.tsx'
import { renewSession } from '#web/session.ts'
import { type Action, useAction } from '#web/use-operation.ts'

type Props = { member: Member; isMe: boolean; onClose(): void }

/** Removes a member, or lets the person leave, after finding out what ends with the membership. */
export function RemoveMember({ member, isMe, onClose }: Props) {
  return isMe ? <Leave onClose={onClose} /> : <Remove member={member} onClose={onClose} />
}

function Remove({ member, onClose }: Omit<Props, 'isMe'>) {
  const remove = useAction('removeMember')
  return (
    <Ending
      title={`Remove ${member.name}?`}
      verb="Remove member"
      action={remove}
      input={{ userId: member.userId }}
      onClose={onClose}
      onDone={() => toast(`${member.name} is no longer a member.`)}
    >
      <p>
        {member.name} ({member.email}) loses access to this organization with the next request. What they wrote stays.
      </p>
    </Ending>
  )
}

function Leave({ onClose }: { onClose(): void }) {
  const leave = useAction('leaveOrganization')
  const { name } = useOrganization()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return (
    <Ending
      title={`Leave ${name}?`}
      verb="Leave organization"
      action={leave}
      input={{}}
      onClose={onClose}
      onDone={() => void renewSession(queries).then(() => navigate({ to: '/', replace: true }))}
    >
      <p>You lose access to this organization. An owner or admin can invite you again.</p>
    </Ending>
  )
}

type EndingProps<N extends 'removeMember' | 'leaveOrganization'> = {
  title: string
  verb: string
  action: Action<N>
  input: InputOf<N>
  children: ReactNode
  onClose(): void
  onDone(): void
}

function Ending<N extends 'removeMember' | 'leaveOrganization'>(props: EndingProps<N>) {
  const { title, verb, action, input, children, onClose, onDone } = props
  const effects = useRehearsal(action, input)
  const ended = effects?.revokedTokens ?? 0

  async function confirm() {
    if (!(await action.run(input, { confirm: true }))) return
    onClose()
    onDone()
  }

  return (
    <AlertDialog
      title={title}
      action={verb}
      onAction={() => void confirm()}
      onCancel={onClose}
      disabled={effects === null}
      isBusy={effects !== null && action.isPending}
    >
      {children}
      <p className="mt-2 text-muted">
        {effects === null && 'Finding out which agents end with it…'}
        {effects !== null && ended === 0 && 'No agent ends with it.'}
        {ended === 1 && 'One API key or connected agent ends with it, for good.'}
        {ended > 1 && `${ended} API keys and connected agents end with it, for good.`}
      </p>
      {action.error && (
        <div className="mt-4">
          <Problem error={action.error} />
        </div>
      )}
    </AlertDialog>
  )
}
