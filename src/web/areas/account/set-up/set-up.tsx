import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouteContext } from '@tanstack/react-router'

import { BeginningSteps } from '#web/areas/onboarding/begin/beginning-steps.tsx'
import { OperationError } from '#web/operation-error.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { NewPasswordField } from '#web/parts/new-password-field.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { checkSetUpLink, renewSession, setUp } from '#web/session.ts'
import { useAttempt } from '#web/use-attempt.ts'

/** First run: makes the owner and the organization, through the one-time link. */
export function SetUp() {
  const { token } = useParams({ from: '/setup/$token' })
  const link = useQuery({
    queryKey: ['set-up', token],
    queryFn: () => checkSetUpLink(token).then(() => true),
    gcTime: 0,
  })

  if (link.error instanceof OperationError && link.error.status === 404) return <UsedLink />
  return (
    <PlainPage
      title="Begin a newsroom"
      lead="Two minutes. Everything here can be changed later."
      aside={
        <div className="max-md:hidden">
          <BeginningSteps current={0} />
        </div>
      }
    >
      {link.isPending && <Skeleton className="h-104" />}
      {link.isError && <Problem error={link.error} onRetry={() => void link.refetch()} />}
      {link.isSuccess && <SetUpForm token={token} />}
    </PlainPage>
  )
}

function SetUpForm({ token }: { token: string }) {
  const { queries } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const { attempt, isPending, error } = useAttempt()

  const submit = (form: FormData) =>
    attempt(async () => {
      const displayName = textIn(form, 'displayName')
      await setUp(token, {
        email: textIn(form, 'email'),
        password: String(form.get('password')),
        organizationName: textIn(form, 'organizationName'),
        ...(displayName ? { displayName } : {}),
      })
      await renewSession(queries)
      await navigate({ to: '/begin', replace: true })
    })

  return (
    <Form onSubmit={submit}>
      <FormProblem error={error} />
      <TextField
        label="Your name"
        name="displayName"
        autoComplete="name"
        isOptional
        hint="Is shown with what you change and approve."
        error={error?.fieldMessage('displayName')}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        error={error?.fieldMessage('email')}
      />
      <NewPasswordField error={error?.fieldMessage('password')} />
      <TextField
        label="Organization"
        name="organizationName"
        autoComplete="organization"
        maxLength={120}
        required
        hint="What you publish as."
        error={error?.fieldMessage('organizationName')}
      />
      <Button type="submit" look="ink" isBusy={isPending} className="w-full">
        {isPending ? 'Setting up…' : 'Create and go on'}
      </Button>
    </Form>
  )
}

function UsedLink() {
  return (
    <PlainPage title="This set-up link no longer works">
      <p>A set-up link works once. If the set-up is done, sign in. If not, restart the server: it prints a new link.</p>
      <Link to="/sign-in" className={`${buttonLook('ink')} mt-5 w-full`}>
        Go to sign-in
      </Link>
    </PlainPage>
  )
}
