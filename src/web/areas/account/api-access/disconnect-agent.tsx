import { personOf } from '#web/areas/account/api-access/agent-words.ts'
import type { ConnectedAgent } from '#web/operations.ts'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { Time } from '#web/parts/time.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Ends the grant of an OAuth client: rehearsed first, done when the person presses the button. */
export function DisconnectAgent({ agent, onClose }: { agent: ConnectedAgent; onClose(): void }) {
  const revoke = useAction('revokeGrant')
  return (
    <RehearsedDialog
      title={`Disconnect ${agent.name}?`}
      verb="Disconnect"
      action={revoke}
      input={{ grantId: agent.id }}
      onClose={onClose}
      onDone={() => {
        toast(`${agent.name} is disconnected.`)
        onClose()
      }}
    >
      {() => (
        <>
          <p>
            All its tokens end: its next request is refused. What it wrote stays. To work here again it must ask{' '}
            {personOf(agent)}, or another member, for consent.
          </p>
          <p className="mt-2 text-muted">
            {agent.lastUsedAt ? (
              <>
                It last called <Time at={agent.lastUsedAt} />,{' '}
                {agent.requestsToday === 1 ? 'once' : `${agent.requestsToday} times`} today.
              </>
            ) : (
              'It never called.'
            )}
          </p>
        </>
      )}
    </RehearsedDialog>
  )
}
