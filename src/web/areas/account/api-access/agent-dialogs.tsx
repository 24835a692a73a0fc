import { ChangeAccess } from '#web/areas/account/api-access/change-access.tsx'
import { CreateKey } from '#web/areas/account/api-access/create-key.tsx'
import { DisconnectAgent } from '#web/areas/account/api-access/disconnect-agent.tsx'
import { FreshAgent } from '#web/areas/account/api-access/fresh-agent.tsx'
import { type FreshKey, KeySecret } from '#web/areas/account/api-access/key-secret.tsx'
import type { OpenDialog } from '#web/areas/account/api-access/open-dialog.ts'
import { ReduceAccess } from '#web/areas/account/api-access/reduce-access.tsx'
import { RevokeKeys } from '#web/areas/account/api-access/revoke-keys.tsx'
import { RotateKey } from '#web/areas/account/api-access/rotate-key.tsx'
import { SwitchKey } from '#web/areas/account/api-access/switch-key.tsx'
import type { CatalogEntry } from '#web/operations.ts'

type Props = {
  open: OpenDialog
  catalog: readonly CatalogEntry[]
  maxKeyDays: number
  /** The person who is looking. */
  userId: string
  onOpen(next: OpenDialog | null): void
}

export function AgentDialogs({ open, catalog, maxKeyDays, userId, onOpen }: Props) {
  const close = () => onOpen(null)
  const show = (key: FreshKey) => onOpen({ what: 'secret', key })
  switch (open.what) {
    case 'create':
      return <CreateKey {...{ catalog, maxKeyDays }} like={open.like} onClose={close} onCreated={show} />
    case 'secret':
      return <KeySecret fresh={open.key} catalog={catalog} onStored={close} />
    case 'rotate':
      return <RotateKey apiKey={open.key} maxKeyDays={maxKeyDays} onClose={close} onRotated={show} />
    case 'switch':
      return <SwitchKey apiKey={open.key} onClose={close} />
    case 'revoke':
      return <RevokeKeys keys={open.keys} onClose={close} />
    case 'change':
      return (
        <FreshAgent agent={open.agent}>
          {(agent) => <ChangeAccess {...{ agent, catalog }} isOwn={agent.actorUserId === userId} onClose={close} />}
        </FreshAgent>
      )
    case 'reduce':
      return (
        <FreshAgent agent={open.agent}>
          {(agent) => <ReduceAccess agent={agent} isOwn={agent.actorUserId === userId} onClose={close} />}
        </FreshAgent>
      )
    case 'disconnect':
      return <DisconnectAgent agent={open.agent} onClose={close} />
  }
}
