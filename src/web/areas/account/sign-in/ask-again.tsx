import { useState, type FormEvent } from 'react'
import { signInProblem } from '#web/areas/account/sign-in/sign-in-problem.ts'
import type { Ask } from '#web/gate.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { PasswordField } from '#web/parts/password-field.tsx'
import { elevate, signIn } from '#web/session.ts'

type Props = { what: Ask; email: string; settle(done: boolean): void }

/** Asks for the password over the screen, where the session has ended or a step needs it again; then the call goes on. */
export default function AskAgain({ what, email, settle }: Props) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    setBusy(true)
    setProblem(null)
    try {
      await (what === 'sign-in' ? signIn({ email, password }) : elevate(password))
      settle(true)
    } catch (error) {
      setProblem(
        signInProblem(error).replace('This email and password do not fit together.', 'This is not your password.'),
      )
      setBusy(false)
    }
  }

  return (
    <Dialog title={texts[what].title} onDismiss={() => settle(false)}>
      <p className="mb-4 text-muted">{texts[what].why}</p>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {problem && (
          <Notice tone="bad" role="alert">
            {problem}
          </Notice>
        )}
        <p>
          <span className="text-muted">Signed in as</span> {email}
        </p>
        <input type="email" name="email" defaultValue={email} autoComplete="username" readOnly hidden />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <DialogButtons>
          <Button onClick={() => settle(false)}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            {texts[what].verb}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const texts = {
  'sign-in': { title: 'Sign in again', why: 'Your session has ended. Nothing you entered is lost.', verb: 'Sign in' },
  elevation: {
    title: 'Confirm that it is you',
    why: 'This step needs your password again. It then counts for 10 minutes.',
    verb: 'Continue',
  },
}
