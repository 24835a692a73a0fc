import { personOf } from '#web/areas/account/api-access/agent-words.ts'
import { useRehearsal } from '#web/use-rehearsal.ts'
import type { ConnectedAgent } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Time } from '#web/parts/time.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Ends the grant of an OAuth client: rehearsed first, done when the person presses the button. */
export function DisconnectAgent({ agent, onClose }: { agent: ConnectedAgent; onClose(): void }) {
  const revoke = useAction('revokeGrant')
  const effects = useRehearsal(revoke, { grantId: agent.id })

  async function confirm() {
    if (!(await revoke.run({ grantId: agent.id }, { confirm: true }))) return
    toast(`${agent.name} is disconnected.`)
    onClose()
  }

  return (
    <AlertDialog
      title={`Disconnect ${agent.name}?`}
      action="Disconnect"
      onAction={() => void confirm()}
      onCancel={onClose}
      disabled={effects === null}
      isBusy={effects !== null && revoke.isPending}
    >
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
      {revoke.error && (
        <div className="mt-4">
          <Problem error={revoke.error} />
        </div>
      )}
    </AlertDialog>
  )
}
