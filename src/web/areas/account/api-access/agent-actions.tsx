import { isKey, reducedScopes } from '#web/areas/account/api-access/agent-words.ts'
import { type OpenDialog, reducing } from '#web/areas/account/api-access/open-dialog.ts'
import type { Viewer } from '#web/areas/account/api-access/viewer.ts'
import type { ConnectedAgent } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'

type Props = { agent: ConnectedAgent; viewer: Viewer; onOpen(dialog: OpenDialog): void }

/**
 * What the person can do with an agent: everything with one's own; with those of others, as an administrator, only what
 * reduces access.
 */
export function AgentActions({ agent, viewer, onOpen }: Props) {
  const isOwn = agent.actorUserId === viewer.userId
  if (agent.status === 'revoked' || !(isOwn || viewer.isAdmin)) return null
  const reduce = reducedScopes(agent) && (isKey(agent) ? isOwn : true) && (
    <Button onClick={() => onOpen(reducing(agent))}>Reduce to what it used…</Button>
  )
  if (isKey(agent)) {
    const isOff = agent.key.disabledAt !== null
    return (
      <>
        {isOwn && agent.status === 'active' && agent.key.rotatedTo === null && (
          <Button onClick={() => onOpen({ what: 'rotate', key: agent })}>Rotate…</Button>
        )}
        {(agent.status === 'active' || (agent.status === 'disabled' && isOff)) && (
          <Button onClick={() => onOpen({ what: 'switch', key: agent })}>{isOff ? 'Enable…' : 'Disable…'}</Button>
        )}
        {reduce}
        <Button onClick={() => onOpen({ what: 'revoke', keys: [agent] })}>Revoke…</Button>
      </>
    )
  }
  return (
    <>
      {agent.status === 'active' && <Button onClick={() => onOpen({ what: 'change', agent })}>Change access…</Button>}
      {reduce}
      <Button onClick={() => onOpen({ what: 'disconnect', agent })}>Disconnect…</Button>
    </>
  )
}
