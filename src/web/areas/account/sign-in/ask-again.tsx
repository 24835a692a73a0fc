import { useState } from 'react'

import { CodeField } from '#web/areas/account/sign-in/code-field.tsx'
import { asksForCode, signInProblem } from '#web/areas/account/sign-in/sign-in-problem.ts'
import { useTypingPause } from '#web/areas/account/sign-in/use-typing-pause.ts'
import type { Ask } from '#web/gate.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Form } from '#web/parts/form.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { PasswordField } from '#web/parts/password-field.tsx'
import { elevate, signIn } from '#web/session.ts'

type Props = { what: Ask; email: string; hasSecondFactor: boolean; settle(done: boolean): void }

/**
 * Asks for password or code over the screen, where the session has ended or a step needs it again; then the call continues. Who is
 * typing is asked first: their words do not end up in the field of the password.
 */
export default function AskAgain(props: Props) {
  const { isPaused, end } = useTypingPause()
  if (isPaused) return <AskDialog {...props} />
  const { why, title } = texts[props.what]
  return (
    <div className="fixed inset-x-0 top-12 z-30 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-b border-line bg-warn-soft px-4 py-2 text-warn-ink md:px-8">
      <p role="status" className="flex-1">
        {why}
      </p>
      <Button onClick={end}>{title}</Button>
    </div>
  )
}

function AskDialog({ what, email, hasSecondFactor, settle }: Props) {
  const [asked, setAsked] = useState<Asked>('password')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function submit(form: FormData) {
    const given = givenIn(form, asked)
    setBusy(true)
    setProblem(null)
    try {
      await (what === 'sign-in' ? signIn({ email, password: given.password ?? '', ...given }) : elevate(given))
      settle(true)
    } catch (error) {
      if (asksForCode(error)) setAsked('both')
      else setProblem(inPlace(signInProblem(error, { withCode: asked !== 'password' })))
      setBusy(false)
    }
  }

  const other = asked === 'code' ? 'password' : 'code'
  return (
    <Dialog title={texts[what].title} onDismiss={() => settle(false)}>
      <p className="mb-4 text-muted">{texts[what].why}</p>
      <Form onSubmit={submit} className="gap-4">
        {problem && (
          <Notice tone="bad" role="alert">
            {problem}
          </Notice>
        )}
        <p>
          <span className="text-muted">{what === 'sign-in' ? 'Your account' : 'Signed in as'}</span> {email}
        </p>
        <input type="email" name="email" defaultValue={email} autoComplete="username" readOnly hidden />
        {asked !== 'code' && (
          <PasswordField label="Password" name="password" autoComplete="current-password" required />
        )}
        {asked !== 'password' && <CodeField takesFocus hint={codeHint[what]} />}
        {what === 'elevation' && hasSecondFactor && asked !== 'both' && (
          <p>
            <Button look="quiet" onClick={() => setAsked(other)}>
              Use {other === 'code' ? 'a code of the app' : 'the password'} instead
            </Button>
          </p>
        )}
        <DialogButtons>
          <Button onClick={() => settle(false)}>Cancel</Button>
          <Button type="submit" look="ink" isBusy={isBusy}>
            {texts[what].verb}
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}

type Asked = 'password' | 'code' | 'both'

function givenIn(form: FormData, asked: Asked): { password?: string; code?: string } {
  return {
    ...(asked === 'code' ? {} : { password: String(form.get('password')) }),
    ...(asked === 'password' ? {} : { code: String(form.get('code')) }),
  }
}

function inPlace(sentence: string): string {
  return sentence.replace('This email and password do not match.', 'This is not your password.')
}

const codeHint = {
  'sign-in': 'From your authenticator app, or one of your recovery codes.',
  elevation: 'From your authenticator app.',
}

const texts = {
  'sign-in': { title: 'Sign in again', why: 'Your session has ended. Nothing you entered is lost.', verb: 'Sign in' },
  elevation: {
    title: 'Confirm that it is you',
    why: 'This step needs your password again. It then counts for 10 minutes.',
    verb: 'Continue',
  },
}
