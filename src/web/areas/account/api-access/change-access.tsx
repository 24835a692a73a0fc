import { type FormEvent, useState } from 'react'
import { personOf } from '#web/areas/account/api-access/agent-words.ts'
import { type Grantable, grantable } from '#web/areas/account/api-access/grantable.ts'
import { ScopeFields } from '#web/areas/account/api-access/scope-fields.tsx'
import type { CatalogEntry, ConnectedAgent, Scope } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { agent: ConnectedAgent; isOwn: boolean; catalog: readonly CatalogEntry[]; onClose(): void }

/** Narrows or widens what an OAuth client may do. Only its own person gives it more; a disabled box says why. */
export function ChangeAccess({ agent, isOwn, catalog, onClose }: Props) {
  const change = useAction('changeGrantScopes')
  const [scopes, setScopes] = useState<readonly Scope[]>(agent.scopes)
  const isSame = scopes.length === agent.scopes.length && scopes.every((scope) => agent.scopes.includes(scope))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await change.run({ grantId: agent.id, scopes: [...scopes] }))) return
    toast(`What ${agent.name} may do is changed, from its next request on.`)
    onClose()
  }

  return (
    <Dialog title={`What may ${agent.name} do?`} width="wide" onDismiss={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-5">
        <p className="text-muted">
          It counts from its next request on.
          {!isOwn && ` ${personOf(agent)} allowed this client: you can take away, only ${personOf(agent)} can add.`}
        </p>
        {change.error && <Problem error={change.error} />}
        <ScopeFields
          catalog={catalog}
          chosen={scopes}
          onChange={setScopes}
          error={scopes.length === 0 ? 'Leave it at least one. To end the connection, disconnect it.' : null}
          given={(scope) => ({ ...grantable(scope, catalog), ...tick(agent, isOwn, scope, catalog) })}
        />
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={change.isPending} disabled={scopes.length === 0 || isSame}>
            Change access
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

// What an agent has can always be kept; only its own person gives it more, within that person's role.
function tick(
  agent: ConnectedAgent,
  isOwn: boolean,
  scope: Scope,
  catalog: readonly CatalogEntry[],
): Pick<Grantable, 'isGrantable' | 'reason'> {
  if (agent.scopes.includes(scope)) return { isGrantable: true, reason: null }
  if (!isOwn) return { isGrantable: false, reason: `Only ${personOf(agent)} can add this.` }
  return grantable(scope, catalog)
}
