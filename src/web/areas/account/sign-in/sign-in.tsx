import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { CodeField } from '#web/areas/account/sign-in/code-field.tsx'
import { asksForCode, signInProblem } from '#web/areas/account/sign-in/sign-in-problem.ts'
import { Button } from '#web/parts/button.tsx'
import { ErrorSummary } from '#web/parts/error-summary.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { PasswordField } from '#web/parts/password-field.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'
import { renewSession, sessionQuery, signIn } from '#web/session.ts'

export function SignIn() {
  const { queries, gate } = useRouteContext({ from: '__root__' })
  const { returnTo } = useSearch({ from: '/sign-in' })
  const { data: session } = useQuery(sessionQuery)
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const [problem, setProblem] = useState<{ text: string } | null>(null)

  async function submit(form: FormData) {
    const code = needsCode ? { code: String(form.get('code')) } : {}
    setBusy(true)
    setProblem(null)
    try {
      await signIn({ email: textIn(form, 'email'), password: String(form.get('password')), ...code })
      await renewSession(queries)
      gate.settle(true)
    } catch (error) {
      if (asksForCode(error)) setNeedsCode(true)
      else setProblem({ text: signInProblem(error, { withCode: needsCode }) })
      setBusy(false)
      return
    }
    // Pages of the server, such as the consent page, are not routes of this application.
    if (returnTo && !/^\/(o\/|account$|new-organization$)/.test(returnTo)) location.assign(returnTo)
    else await navigate({ href: returnTo ?? '/' })
  }

  // Another address or password may belong to an account without a second factor.
  const startOver = () => {
    setNeedsCode(false)
    setProblem(null)
  }
  return (
    <PlainPage title="Sign in" lead="Continue to your organization.">
      <Form onSubmit={submit}>
        {problem && <ErrorSummary key={problem.text}>{problem.text}</ErrorSummary>}
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username webauthn"
          required
          onChange={startOver}
        />
        <PasswordField label="Password" name="password" autoComplete="current-password" required onChange={startOver} />
        {needsCode && <CodeField takesFocus hint="From your authenticator app, or one of your recovery codes." />}
        <Button type="submit" look="ink" isBusy={isBusy} className="w-full">
          {isBusy ? 'Signing in…' : 'Sign in'}
        </Button>
        <p className="text-center">
          <Link to="/forgot-password" search={returnTo ? { returnTo } : {}} className={linkLook}>
            Forgotten your password?
          </Link>
        </p>
      </Form>
      {session?.signedIn === false && session.isSignUpOpen && (
        <p className="mt-5 border-t border-line pt-5 text-center text-muted">
          No account yet?{' '}
          <Link to="/sign-up" className="text-ink underline underline-offset-4">
            Create one
          </Link>
        </p>
      )}
    </PlainPage>
  )
}

const linkLook = 'inline-block py-1 text-muted underline underline-offset-4 hover:text-ink'
