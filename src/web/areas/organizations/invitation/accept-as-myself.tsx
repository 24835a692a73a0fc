import { useAcceptance } from '#web/areas/organizations/invitation/use-acceptance.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'

/** Accepts with the account that is signed in. */
export function AcceptAsMyself({ token, invitation }: { token: string; invitation: OutputOf<'getInvitation'> }) {
  const { accept, isPending, error } = useAcceptance()
  return (
    <div className="flex flex-col gap-5">
      <FormProblem error={error} fields={null} />
      <Button look="ink" isBusy={isPending} onClick={() => void accept({ token })} className="w-full">
        Join {invitation.organization.name}
      </Button>
    </div>
  )
}
