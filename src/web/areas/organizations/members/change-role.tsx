import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useRehearsal } from '#web/use-rehearsal.ts'
import { roleLabel, roleWords } from '#web/areas/organizations/role-words.ts'
import type { Member, Role } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { toast } from '#web/parts/toast.tsx'
import { renewSession } from '#web/session.ts'
import { useAction } from '#web/use-operation.ts'

/** Rehearses the change, says what it means, and makes it when the person presses the button. */
export function ChangeRole({ member, role, onClose }: { member: Member; role: Role; onClose(): void }) {
  const change = useAction('updateMemberRole')
  const queries = useQueryClient()
  const router = useRouter()
  const input = { userId: member.userId, role, ifVersion: member.version }
  const effects = useRehearsal(change, input)

  async function confirm() {
    if (!(await change.run(input, { confirm: true }))) return
    onClose()
    toast(`${member.name} is ${roleLabel(role)} now.`)
    // A person's own role decides what the screens offer.
    await renewSession(queries)
    await router.invalidate()
  }

  return (
    <AlertDialog
      title={`Make ${member.name} ${roleLabel(role)}?`}
      action="Change role"
      onAction={() => void confirm()}
      onCancel={onClose}
      disabled={effects === null}
      isBusy={effects !== null && change.isPending}
    >
      <p>
        {roleLabel(member.role)} becomes {roleLabel(role)}. {roleWords.find((words) => words.role === role)?.allows}
      </p>
      <p className="mt-2 text-muted">
        It counts from the next request on, also for agents that act in this person’s name. An agent never gets more
        than it was given.
      </p>
      {change.error && (
        <div className="mt-4">
          <Problem error={change.error} />
        </div>
      )}
    </AlertDialog>
  )
}
