import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'

import { LinkEnded } from '#web/areas/account/sign-in/link-ended.tsx'
import { buttonLook, Button } from '#web/parts/button.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form } from '#web/parts/form.tsx'
import { NewPasswordField } from '#web/parts/new-password-field.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'
import { usePersonAction } from '#web/use-person-action.ts'

/** Chooses a new password by a mailed link. The token is in the fragment: it is sent only with the call. */
export function ResetPassword() {
  const token = useLocation().hash
  const reset = usePersonAction('resetPassword')
  const [disconnects, setDisconnects] = useState(false)
  const [isDone, setDone] = useState(false)
  const { error } = reset

  async function submit(form: FormData) {
    const newPassword = String(form.get('password'))
    if (await reset.run({ token, newPassword, disconnectAgents: disconnects })) setDone(true)
  }

  if (token === '' || error?.status === 404) return <LinkEnded again="/forgot-password" />
  if (isDone)
    return (
      <PlainPage title="Your password is changed">
        <p>
          Every browser was signed out{disconnects ? ', and all API keys and connected agents were disconnected' : ''}.
          Sign in with the new password.
        </p>
        <Link to="/sign-in" className={`${buttonLook('ink')} mt-6 w-full`}>
          Go to sign-in
        </Link>
      </PlainPage>
    )
  return (
    <PlainPage title="Choose a new password" lead="It replaces the old one. Every browser is signed out.">
      <Form onSubmit={submit}>
        <FormProblem error={error} fields="The password needs another look." />
        <NewPasswordField label="New password" error={error?.fieldMessage('newPassword')} />
        <CheckField
          label="Disconnect all agents too"
          hint="Revokes your API keys and connected agents in every organization. Choose it if somebody else knew the password."
          isChecked={disconnects}
          onChange={setDisconnects}
        />
        <Button type="submit" look="ink" isBusy={reset.isPending} className="w-full">
          Change password
        </Button>
      </Form>
    </PlainPage>
  )
}
