import { Link, useNavigate, useRouteContext } from '@tanstack/react-router'

import { useClient } from '#web/context.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'
import { renewSession } from '#web/session.ts'
import { useAttempt } from '#web/use-attempt.ts'

/** Creates an organization that the person owns. */
export function NewOrganization() {
  const { queries } = useRouteContext({ from: '__root__' })
  const { call } = useClient()
  const navigate = useNavigate()
  const { attempt, isPending, error } = useAttempt()

  const submit = (form: FormData) =>
    attempt(async () => {
      const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone
      const { result } = await call('createOrganization', { name: textIn(form, 'name'), timezone })
      await renewSession(queries)
      await navigate({ to: '/o/$orgSlug', params: { orgSlug: result.organization.slug } })
    })

  return (
    <PlainPage
      title="New organization"
      lead="It has its own content, members and keys. You own it and can invite others."
    >
      <Form onSubmit={submit}>
        <FormProblem error={error} fields={null} />
        <TextField
          label="Name"
          name="name"
          required
          maxLength={120}
          autoComplete="organization"
          hint="The company or site whose content lives here. It can be changed later."
          error={error?.fieldMessage('name')}
        />
        <Button type="submit" look="ink" isBusy={isPending} className="w-full">
          {isPending ? 'Creating…' : 'Create organization'}
        </Button>
        <Link to="/" className={buttonLook('quiet')}>
          Cancel
        </Link>
      </Form>
    </PlainPage>
  )
}
