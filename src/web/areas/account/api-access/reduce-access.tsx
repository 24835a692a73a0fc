import { reducedScopes } from '#web/areas/account/api-access/agent-words.ts'
import { scopeLabel } from '#web/areas/account/api-access/scope-words.ts'
import type { ConnectedAgent } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Takes from an OAuth client what it did not use in the last 30 days. Its own person can undo that. */
export function ReduceAccess({ agent, isOwn, onClose }: { agent: ConnectedAgent; isOwn: boolean; onClose(): void }) {
  const change = useAction('changeGrantScopes')
  const kept = reducedScopes(agent) ?? agent.scopes
  const lost = agent.scopes.filter((scope) => !kept.includes(scope))

  async function confirm() {
    const before = agent.scopes
    if (!(await change.run({ grantId: agent.id, scopes: kept }))) return
    const undo = { label: 'Undo', run: () => void change.run({ grantId: agent.id, scopes: before }) }
    toast(`${agent.name} keeps what it used.`, isOwn ? undo : undefined)
    onClose()
  }

  return (
    <AlertDialog
      title={`Reduce ${agent.name} to what it used?`}
      action="Reduce access"
      onAction={() => void confirm()}
      onCancel={onClose}
      disabled={lost.length === 0}
      isBusy={change.isPending}
    >
      <p>
        In the last 30 days it used {kept.length} of its {agent.scopes.length} rights. From its next request on it can
        no longer:
      </p>
      <ul className="mt-3 flex flex-col gap-1">
        {lost.map((scope) => (
          <li key={scope} className="text-muted">
            {scopeLabel(scope)}
          </li>
        ))}
      </ul>
      <DialogProblem error={change.error} />
    </AlertDialog>
  )
}
