import type { InputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = {
  provider: string
  label: string
  /** The integration whose permission is renewed. */
  integrationId?: string
}

/** Leads to the page of a service at which a person agrees; it leads back here. */
export function SignInThere({ provider, label, integrationId }: Props) {
  const start = useAction('startOAuthConnection', { keyed: false })

  async function go() {
    const input = { provider, ...(integrationId === undefined ? {} : { integrationId }) }
    const done = await start.run(input as InputOf<'startOAuthConnection'>)
    if (done !== null) window.location.assign(done.authorizeUrl)
  }

  return (
    <div className="flex max-w-xl flex-col gap-4">
      <FormProblem error={start.error} />
      <p className="max-w-lg text-muted">
        {label} asks you what Masthead may do, and leads you back here. Your password stays there, and the permission is
        sealed here.
      </p>
      <div>
        <Button look="ink" isBusy={start.isPending} onClick={() => void go()}>
          Sign in at {label}
        </Button>
      </div>
    </div>
  )
}
