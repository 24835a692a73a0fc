import { useAcceptance } from '#web/areas/organizations/invitation/use-acceptance.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { NewPasswordField } from '#web/parts/new-password-field.tsx'

/** Creates the account of the invited address, and accepts with it. */
export function AcceptWithNewAccount({ token, invitation }: { token: string; invitation: OutputOf<'getInvitation'> }) {
  const { accept, isPending, error } = useAcceptance()

  function submit(form: FormData) {
    const displayName = textIn(form, 'displayName')
    void accept({ token, password: String(form.get('password')), ...(displayName ? { displayName } : {}) })
  }

  return (
    <Form onSubmit={submit}>
      <FormProblem error={error} />
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
      <Button type="submit" look="ink" isBusy={isPending} className="w-full">
        {isPending ? 'Creating your account…' : 'Create account and join'}
      </Button>
    </Form>
  )
}
