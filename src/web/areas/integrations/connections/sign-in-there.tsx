import type { Available } from '#web/areas/integrations/integration-words.ts'
import type { InputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = {
  provider: string
  label: string
  fields: Available['fields']
  /** The integration whose permission is renewed. */
  integrationId?: string
}

/** Leads to the page of a service at which a person agrees; it leads back here. */
export function SignInThere({ provider, label, fields, integrationId }: Props) {
  const start = useAction('startOAuthConnection', { keyed: false })
  const needed = integrationId === undefined ? fields.filter((field) => field.in === 'settings' && field.required) : []

  async function go(form: FormData) {
    const settings = Object.fromEntries(needed.map(({ name }) => [name, textIn(form, name)]))
    const input = {
      provider,
      ...(needed.length === 0 ? {} : { settings }),
      ...(integrationId === undefined ? {} : { integrationId }),
    }
    const done = await start.run(input as InputOf<'startOAuthConnection'>)
    if (done !== null) window.location.assign(done.authorizeUrl)
  }

  return (
    <Form onSubmit={go} className="mb-8 max-w-xl gap-4">
      <FormProblem error={start.error} />
      {needed.map(({ name, label: title, hint }) => (
        <TextField key={name} name={name} label={`${title} to sign in to`} hint={hint} required autoComplete="off" />
      ))}
      <p className="max-w-lg text-muted">
        {label} asks you what Masthead may do, and leads you back here. Your password stays there, and the permission is
        sealed here.
      </p>
      <div>
        <Button type="submit" look="ink" isBusy={start.isPending}>
          Sign in at {label}
        </Button>
      </div>
    </Form>
  )
}
