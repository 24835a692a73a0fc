import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { roleLabel, roleWords } from '#web/areas/organizations/role-words.ts'
import type { Member, Role } from '#web/operations.ts'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { renewSession } from '#web/session.ts'
import { useAction } from '#web/use-operation.ts'

/** Rehearses the change, says what it means, and makes it when the person presses the button. */
export function ChangeRole({ member, role, onClose }: { member: Member; role: Role; onClose(): void }) {
  const change = useAction('updateMemberRole')
  const queries = useQueryClient()
  const router = useRouter()

  async function finish() {
    onClose()
    toast(`${member.name} is ${roleLabel(role)} now.`)
    // A person's own role decides what the screens offer.
    await renewSession(queries)
    await router.invalidate()
  }

  return (
    <RehearsedDialog
      title={`Make ${member.name} ${roleLabel(role)}?`}
      verb="Change role"
      action={change}
      input={{ userId: member.userId, role, ifVersion: member.version }}
      onClose={onClose}
      onDone={() => void finish()}
    >
      {() => (
        <>
          <p>
            {roleLabel(member.role)} becomes {roleLabel(role)}. {roleWords.find((words) => words.role === role)?.allows}
          </p>
          <p className="mt-2 text-muted">
            It counts from the next request on, also for agents that act in this person’s name. An agent never gets more
            than it was given.
          </p>
        </>
      )}
    </RehearsedDialog>
  )
}
