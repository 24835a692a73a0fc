import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'

import { signInProblem } from '#web/areas/account/sign-in/sign-in-problem.ts'
import { OperationError } from '#web/operation-error.ts'
import { Button } from '#web/parts/button.tsx'
import { ErrorSummary } from '#web/parts/error-summary.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { PasswordField } from '#web/parts/password-field.tsx'
import { renewSession, signIn } from '#web/session.ts'

/** Signs in without leaving the page: the link's secret stays in its address. */
export function SignInHere({ onSignedIn }: { onSignedIn(): void }) {
  const { queries } = useRouteContext({ from: '__root__' })
  const [isBusy, setBusy] = useState(false)
  const [needsCode, setNeedsCode] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(form: FormData) {
    const code = textIn(form, 'code')
    setBusy(true)
    setProblem(null)
    try {
      await signIn({
        email: textIn(form, 'email'),
        password: String(form.get('password')),
        ...(code ? { code } : {}),
      })
      await renewSession(queries)
      onSignedIn()
    } catch (error) {
      const isFirstStep = error instanceof OperationError && error.code === 'second_factor_required' && !needsCode
      if (isFirstStep) setNeedsCode(true)
      else setProblem(signInProblem(error))
      setBusy(false)
    }
  }

  return (
    <Form onSubmit={submit}>
      <p className="font-medium">This address has an account. Sign in to accept.</p>
      {problem && <ErrorSummary key={problem}>{problem}</ErrorSummary>}
      <TextField label="E-mail" name="email" type="email" autoComplete="username" required />
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      {needsCode && (
        <TextField label="Code of your authenticator" name="code" autoComplete="one-time-code" autoFocus required />
      )}
      <Button type="submit" look="ink" isBusy={isBusy} className="w-full">
        {isBusy ? 'Signing in…' : 'Sign in'}
      </Button>
    </Form>
  )
}
