import { useState } from 'react'

import { CheckField } from '#web/areas/organizations/organization-settings/check-field.tsx'
import type { OutputOf } from '#web/operations.ts'
import { Problem } from '#web/parts/problem.tsx'
import { SavedForm, useUnsaved } from '#web/parts/saved-form.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

type Risk = OutputOf<'listApprovals'>['policy'][number]

/** Which calls of agents wait for a person (approvals.md#approval-is-the-organizations-choice). */
export function ApprovalSettings({ mayChange }: { mayChange: boolean }) {
  const approvals = useOperation('listApprovals', { pageSize: 1 })
  if (approvals.error && !approvals.data)
    return <Problem error={approvals.error} onRetry={() => void approvals.refetch()} />
  if (!approvals.data) return <Skeleton className="h-56 rounded-lg" />
  return <PolicyForm policy={approvals.data.policy} mayChange={mayChange} />
}

function PolicyForm({ policy, mayChange }: { policy: readonly Risk[]; mayChange: boolean }) {
  const set = useAction('setApprovalPolicy')
  const unsaved = useUnsaved()
  const [base, setBase] = useState(policy)
  // Until the person chooses, the form follows what is stored.
  if (!unsaved.isDirty && base.join() !== policy.join()) setBase(policy)

  async function submit(form: FormData) {
    const risks = choices.map(({ risk }) => risk).filter((risk) => form.has(risk))
    const saved = unsaved.saving()
    if (!(await set.run({ risks }))) return
    saved()
    toast(
      risks.length === 0 ? 'Saved. Agents need no approval.' : 'Saved. Such calls wait under Approvals from now on.',
    )
  }

  return (
    <SavedForm
      isDirty={unsaved.isDirty}
      isBusy={set.isPending}
      mayChange={mayChange}
      onChange={unsaved.change}
      onSubmit={submit}
    >
      {set.error && <Problem error={set.error} />}
      <div key={base.join()} className="flex flex-col gap-5">
        {choices.map(({ risk, label, hint }) => (
          <CheckField key={risk} name={risk} label={label} hint={hint} isOn={base.includes(risk)} />
        ))}
      </div>
      <p className="text-sm text-muted">
        A person decides within 24 hours, and must be allowed to do the same. Without a choice here an agent’s own
        confirmation is enough.
      </p>
    </SavedForm>
  )
}

const choices: readonly { risk: Risk; label: string; hint: string }[] = [
  {
    risk: 'publish',
    label: 'Ask a person before an agent publishes',
    hint: 'Publishing, scheduling and taking down, also by a deletion or a merge, and edits of published items if each of them needs a confirmation.',
  },
  {
    risk: 'external',
    label: 'Ask a person before an agent acts outside Masthead',
    hint: 'Connections and the content mode, work that costs credits or calls other services.',
  },
  {
    risk: 'destructive',
    label: 'Ask a person before an agent deletes or takes away',
    hint: 'Deleting and merging, removing members, changing roles, inviting admins, ending keys and invitations.',
  },
  {
    risk: 'member_changes',
    label: 'Ask a person before an agent changes who is a member',
    hint: 'Every invitation, every change of a role, every removal.',
  },
  {
    risk: 'write',
    label: 'Ask a person before an agent changes anything',
    hint: 'Every write waits, drafts and settings included. Reading and dry runs stay free.',
  },
]
