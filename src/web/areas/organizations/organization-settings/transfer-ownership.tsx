import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'

import { roleLabel } from '#web/areas/organizations/role-words.ts'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Field } from '#web/parts/field.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { toast } from '#web/parts/toast.tsx'
import { renewSession } from '#web/session.ts'
import { useAction } from '#web/use-operation.ts'
import { useMembers } from '#web/whole-list.ts'

/** Chooses the next owner. */
export function TransferOwnership({ onClose }: { onClose(): void }) {
  const { name } = useOrganization()
  const members = useMembers()
  const transfer = useAction('transferOwnership')
  const queries = useQueryClient()
  const router = useRouter()
  const [userId, setUserId] = useState('')
  const others = members.items?.filter(({ role, status }) => role !== 'owner' && status === 'active')
  const next = others?.find((member) => member.userId === userId)

  async function confirm() {
    const done = await transfer.run({ userId }, { confirm: true })
    if (!done) return
    onClose()
    toast(`${done.owner.name} owns ${name} now.`)
    await renewSession(queries)
    await router.invalidate()
  }

  return (
    <Dialog title={`Transfer ${name}`} role="alertdialog" onDismiss={onClose}>
      {!others && !members.error && <Skeleton className="h-24" />}
      {members.error && <Problem error={members.error} onRetry={members.refetch} />}
      {others?.length === 0 && <p>There is nobody to transfer it to. Invite somebody first.</p>}
      {others && others.length > 0 && (
        <Field
          label="New owner"
          hint={next ? `${next.name} is ${roleLabel(next.role)} now. You become Admin.` : 'You become Admin.'}
        >
          {(linked) => (
            <select
              {...linked}
              value={userId}
              onChange={({ target }) => setUserId(target.value)}
              className={`${inputLook} pr-8`}
            >
              <option value="">Choose a member</option>
              {others.map((member) => (
                <option key={member.userId} value={member.userId}>
                  {member.name} ({member.email})
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <DialogProblem error={transfer.error} />
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button look="ink" disabled={!next} isBusy={transfer.isPending} onClick={() => void confirm()}>
          Transfer ownership
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
