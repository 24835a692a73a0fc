import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'

import { buttonLook, Button } from '#web/parts/button.tsx'
import { CommandLine } from '#web/parts/command-line.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { PlainPage } from '#web/parts/plain-page.tsx'
import { usePersonAction } from '#web/use-person-action.ts'

/** Asks for a link to a new password. It says the same for every address. */
export function ForgotPassword() {
  const { returnTo } = useSearch({ from: '/forgot-password' })
  const request = usePersonAction('requestPasswordReset')
  const [asked, setAsked] = useState<{ email: string; mailIsConfigured: boolean } | null>(null)

  async function submit(form: FormData) {
    const email = textIn(form, 'email')
    const result = await request.run({ email })
    if (result) setAsked({ email, ...result })
  }

  const back = (
    <Link to="/sign-in" search={returnTo ? { returnTo } : {}} className={`${buttonLook('plain')} w-full`}>
      Back to sign-in
    </Link>
  )
  if (asked?.mailIsConfigured)
    return (
      <PlainPage title="Check your mail">
        <p>
          If <strong className="font-medium break-words">{asked.email}</strong> has an account here, a link to a new
          password is on its way. It works once, for one hour.
        </p>
        <p className="mt-3 mb-6 text-muted">Nothing there? Check the spam folder, or try another address of yours.</p>
        {back}
      </PlainPage>
    )
  if (asked)
    return (
      <PlainPage title="This installation sends no mail">
        <p>Ask its operator for a link to a new password. On the server this command prints one:</p>
        <CommandLine what="Command that prints a link">{`masthead reset-password ${asked.email}`}</CommandLine>
        <div className="mt-6">{back}</div>
      </PlainPage>
    )
  return (
    <PlainPage title="Forgotten your password?" lead="We send you a link to choose a new one.">
      <Form onSubmit={submit}>
        <FormProblem error={request.error} fields={null} />
        <TextField label="E-mail" name="email" type="email" autoComplete="username" required />
        <Button type="submit" look="ink" isBusy={request.isPending} className="w-full">
          Send the link
        </Button>
        {back}
      </Form>
    </PlainPage>
  )
}
