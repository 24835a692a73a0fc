import { Link, useLocation, useNavigate, useRouteContext } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState } from 'react'

import { useClient } from '#web/context.ts'
import type { InputOf } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { NewPasswordField } from '#web/parts/new-password-field.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'
import { renewSession } from '#web/session.ts'
import { useAttempt } from '#web/use-attempt.ts'

/** An account without an invitation: first the address, then the rest by the mailed link, whose secret is the fragment. */
export function SignUp() {
  const token = useLocation({ select: ({ hash }) => hash })
  return token ? <ChoosePassword token={token} /> : <AskForLink />
}

function AskForLink() {
  const { send, isBusy, error } = useSignUp()
  const [isSent, setSent] = useState(false)

  async function submit(form: FormData) {
    const email = textIn(form, 'email')
    setSent(await send({ email }))
  }

  if (isSent)
    return (
      <PlainPage title="Check your mail">
        <p className="flex gap-3">
          <MailCheck aria-hidden size={20} strokeWidth={1.75} className="text-ok-ink" />
          We sent you a message. Open its link within 24 hours to finish your account.
        </p>
        <Link to="/sign-in" className={`${buttonLook('plain')} mt-5 w-full`}>
          Back to sign-in
        </Link>
      </PlainPage>
    )
  return (
    <PlainPage title="Create an account" lead="We send a link to your address. It leads you to the rest.">
      <Form onSubmit={submit}>
        <FormProblem error={error} fields={null} />
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={error?.fieldMessage('email')}
        />
        <Button type="submit" look="ink" isBusy={isBusy} className="w-full">
          {isBusy ? 'Sending…' : 'Send the link'}
        </Button>
        <Link to="/sign-in" className={buttonLook('quiet')}>
          I have an account
        </Link>
      </Form>
    </PlainPage>
  )
}

function ChoosePassword({ token }: { token: string }) {
  const { send, isBusy, error } = useSignUp()
  const { queries } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()

  async function submit(form: FormData) {
    const displayName = textIn(form, 'displayName')
    const password = String(form.get('password'))
    if (!(await send({ token, password, ...(displayName ? { displayName } : {}) }))) return
    await renewSession(queries)
    await navigate({ to: '/', replace: true })
  }

  return (
    <PlainPage title="Finish your account">
      <Form onSubmit={submit}>
        <FormProblem error={error} />
        <TextField label="Your name" name="displayName" autoComplete="name" maxLength={80} isOptional />
        <NewPasswordField error={error?.fieldMessage('password')} />
        <Button type="submit" look="ink" isBusy={isBusy} className="w-full">
          {isBusy ? 'Creating your account…' : 'Create account'}
        </Button>
      </Form>
    </PlainPage>
  )
}

function useSignUp() {
  const { call } = useClient()
  const { attempt, isPending, error } = useAttempt()
  const send = async (input: InputOf<'signUp'>) => (await attempt(() => call('signUp', input))) !== null
  return { send, isBusy: isPending, error }
}
