import { useAcceptance } from '#web/areas/organizations/invitation/use-acceptance.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { ErrorSummary } from '#web/parts/error-summary.tsx'

/** Accepts with the account that is signed in. */
export function AcceptAsMyself({ token, invitation }: { token: string; invitation: OutputOf<'getInvitation'> }) {
  const { accept, isBusy, error } = useAcceptance()
  return (
    <div className="flex flex-col gap-5">
      {error && <ErrorSummary key={error.requestId ?? error.message}>{error.message}</ErrorSummary>}
      <Button look="primary" isBusy={isBusy} onClick={() => void accept({ token })} className="w-full">
        Join {invitation.organization.name}
      </Button>
    </div>
  )
}
