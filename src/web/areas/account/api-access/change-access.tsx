import { useState } from 'react'

import { personOf } from '#web/areas/account/api-access/agent-words.ts'
import { type Grantable, grantable } from '#web/areas/account/api-access/grantable.ts'
import { ScopeFields } from '#web/areas/account/api-access/scope-fields.tsx'
import type { CatalogEntry, ConnectedAgent, Scope } from '#web/operations.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { Form } from '#web/parts/form.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { agent: ConnectedAgent; isOwn: boolean; catalog: readonly CatalogEntry[]; onClose(): void }

/** Narrows or widens what an OAuth client may do. Only its own person gives it more; a disabled box says why. */
export function ChangeAccess({ agent, isOwn, catalog, onClose }: Props) {
  const change = useAction('changeGrantScopes')
  const [scopes, setScopes] = useState<readonly Scope[]>(agent.scopes)
  const isSame = scopes.length === agent.scopes.length && scopes.every((scope) => agent.scopes.includes(scope))

  async function submit() {
    if (!(await change.run({ grantId: agent.id, scopes: [...scopes] }))) return
    toast(`What ${agent.name} may do is changed, from its next request on.`)
    onClose()
  }

  return (
    <Dialog title={`What may ${agent.name} do?`} width="wide" onDismiss={onClose}>
      <Form onSubmit={submit}>
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
        <SubmitButtons isBusy={change.isPending} disabled={scopes.length === 0 || isSame} onCancel={onClose}>
          Change access
        </SubmitButtons>
      </Form>
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
