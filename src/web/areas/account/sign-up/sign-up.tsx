import { Link, useLocation, useNavigate, useRouteContext } from '@tanstack/react-router'
import { MailCheck } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { useClient } from '#web/context.ts'
import { OperationError } from '#web/operation-error.ts'
import type { InputOf } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { ErrorSummary } from '#web/parts/error-summary.tsx'
import { TextField } from '#web/parts/field.tsx'
import { NewPasswordField } from '#web/parts/new-password-field.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'
import { renewSession } from '#web/session.ts'

/** An account without an invitation: first the address, then the rest by the mailed link, whose secret is the fragment. */
export function SignUp() {
  const token = useLocation({ select: ({ hash }) => hash })
  return token ? <ChoosePassword token={token} /> : <AskForLink />
}

function AskForLink() {
  const { send, isBusy, error } = useSignUp()
  const [isSent, setSent] = useState(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    setSent(await send({ email }))
  }

  if (isSent)
    return (
      <PlainPage title="Check your mail">
        <p className="flex gap-3">
          <MailCheck aria-hidden size={20} strokeWidth={1.75} className="text-ok-ink" />
          We sent you a message. Open its link within 24 hours to finish your account.
        </p>
        <Link to="/sign-in" className={`${buttonLook('secondary')} mt-5 w-full`}>
          Back to sign-in
        </Link>
      </PlainPage>
    )
  return (
    <PlainPage title="Create an account" lead="We send a link to your address. It leads you to the rest.">
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {error && <ErrorSummary key={error.requestId ?? error.message}>{error.message}</ErrorSummary>}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          error={error?.fieldMessage('email')}
        />
        <Button type="submit" look="primary" isBusy={isBusy} className="w-full">
          {isBusy ? 'Sending…' : 'Send the link'}
        </Button>
        <Link to="/sign-in" className={buttonLook('quiet')}>
          I have an account
        </Link>
      </form>
    </PlainPage>
  )
}

function ChoosePassword({ token }: { token: string }) {
  const { send, isBusy, error } = useSignUp()
  const { queries } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const displayName = String(form.get('displayName')).trim()
    const password = String(form.get('password'))
    if (!(await send({ token, password, ...(displayName ? { displayName } : {}) }))) return
    await renewSession(queries)
    await navigate({ to: '/', replace: true })
  }

  return (
    <PlainPage title="Finish your account">
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {error && (
          <ErrorSummary key={error.requestId ?? error.message}>
            {error.fieldProblems.length > 0 ? 'Some fields need another look.' : error.message}
          </ErrorSummary>
        )}
        <TextField label="Your name" name="displayName" autoComplete="name" maxLength={80} isOptional />
        <NewPasswordField error={error?.fieldMessage('password')} />
        <Button type="submit" look="primary" isBusy={isBusy} className="w-full">
          {isBusy ? 'Creating your account…' : 'Create account'}
        </Button>
      </form>
    </PlainPage>
  )
}

function useSignUp() {
  const { call } = useClient()
  const [state, setState] = useState<{ isBusy: boolean; error: OperationError | null }>({ isBusy: false, error: null })

  async function send(input: InputOf<'signUp'>): Promise<boolean> {
    setState({ isBusy: true, error: null })
    try {
      await call('signUp', input)
      setState({ isBusy: false, error: null })
      return true
    } catch (error) {
      if (!(error instanceof OperationError)) throw error
      setState({ isBusy: false, error })
      return false
    }
  }

  return { send, ...state }
}
