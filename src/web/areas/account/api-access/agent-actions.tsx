import { isKey, type KeyAgent, reducedScopes } from '#web/areas/account/api-access/agent-words.ts'
import type { ConnectedAgent } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'

type Props = {
  agent: ConnectedAgent
  isOwn: boolean
  isAdmin: boolean
  on: {
    change(agent: ConnectedAgent): void
    reduce(agent: ConnectedAgent): void
    disconnect(agent: ConnectedAgent): void
    rotate(key: KeyAgent): void
    toggle(key: KeyAgent): void
    revoke(key: KeyAgent): void
  }
}

/**
 * What the person can do with an agent: everything with own ones; with those of others, as an administrator, only what
 * reduces access.
 */
export function AgentActions({ agent, isOwn, isAdmin, on }: Props) {
  if (agent.status === 'revoked' || !(isOwn || isAdmin)) return null
  const reduce = reducedScopes(agent) && (isKey(agent) ? isOwn : true) && (
    <Button onClick={() => on.reduce(agent)}>Reduce to what it used</Button>
  )
  if (isKey(agent)) {
    const isOff = agent.key.disabledAt !== null
    return (
      <>
        {isOwn && agent.status === 'active' && agent.key.rotatedTo === null && (
          <Button onClick={() => on.rotate(agent)}>Rotate</Button>
        )}
        {(agent.status === 'active' || (agent.status === 'disabled' && isOff)) && (
          <Button onClick={() => on.toggle(agent)}>{isOff ? 'Enable' : 'Disable'}</Button>
        )}
        {reduce}
        <Button look="danger" className="sm:ml-auto" onClick={() => on.revoke(agent)}>
          Revoke
        </Button>
      </>
    )
  }
  return (
    <>
      {agent.status === 'active' && <Button onClick={() => on.change(agent)}>Change access</Button>}
      {reduce}
      <Button look="danger" className="sm:ml-auto" onClick={() => on.disconnect(agent)}>
        Disconnect
      </Button>
    </>
  )
}
