import type { FormEvent } from 'react'
import { useAcceptance } from '#web/areas/organizations/invitation/use-acceptance.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { ErrorSummary } from '#web/parts/error-summary.tsx'
import { TextField } from '#web/parts/field.tsx'
import { NewPasswordField } from '#web/parts/new-password-field.tsx'

/** Creates the account of the invited address, and accepts with it. */
export function AcceptWithNewAccount({ token, invitation }: { token: string; invitation: OutputOf<'getInvitation'> }) {
  const { accept, isBusy, error } = useAcceptance()

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const displayName = String(form.get('displayName')).trim()
    void accept({ token, password: String(form.get('password')), ...(displayName ? { displayName } : {}) })
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      {error && (
        <ErrorSummary key={error.requestId ?? error.message}>
          {error.fieldProblems.length > 0 ? 'Some fields need another look.' : error.message}
        </ErrorSummary>
      )}
      <input type="email" name="email" value={invitation.email} autoComplete="username" readOnly hidden />
      <TextField
        label="Your name"
        name="displayName"
        autoComplete="name"
        maxLength={80}
        isOptional
        error={error?.fieldMessage('displayName')}
      />
      <NewPasswordField error={error?.fieldMessage('password')} />
      <Button type="submit" look="primary" isBusy={isBusy} className="w-full">
        {isBusy ? 'Creating your account…' : 'Create account and join'}
      </Button>
    </form>
  )
}
