import { useState } from 'react'

import { useOwnAccount } from '#web/areas/account/own-account/use-own-account.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { ErrorSummary } from '#web/parts/error-summary.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form } from '#web/parts/form.tsx'
import { NewPasswordField } from '#web/parts/new-password-field.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { PasswordField } from '#web/parts/password-field.tsx'
import { Section } from '#web/parts/section.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { usePersonAction } from '#web/use-person-action.ts'

export function PasswordSection() {
  const [isOpen, setOpen] = useState(false)
  const [isChanged, setChanged] = useState(false)
  return (
    <Section
      title="Password"
      lead="A new one signs out every other browser. API keys and connected agents go on."
      actions={<Button onClick={() => setOpen(true)}>Change password</Button>}
      body={
        isChanged && (
          <div className="">
            <Notice tone="info" role="status">
              Your password is changed. Every other browser was signed out.
            </Notice>
          </div>
        )
      }
    >
      {isOpen && <ChangePassword onClose={() => setOpen(false)} onChanged={() => setChanged(true)} />}
    </Section>
  )
}

const oneField = 'One field needs another look.'

function ChangePassword({ onClose, onChanged }: { onClose(): void; onChanged(): void }) {
  const change = usePersonAction('changePassword')
  const { email } = useOwnAccount()
  const { error } = change

  async function submit(form: FormData) {
    const text = (name: string) => String(form.get(name))
    if (!(await change.run({ currentPassword: text('current'), newPassword: text('new') }))) return
    onChanged()
    onClose()
  }

  const isWrong = error?.code === 'invalid_credentials'
  return (
    <Dialog title="Change the password" onDismiss={onClose}>
      <Form onSubmit={submit} className="gap-4">
        {isWrong ? (
          <ErrorSummary key={error.requestId}>{oneField}</ErrorSummary>
        ) : (
          <FormProblem error={error} fields={oneField} />
        )}
        <input type="email" name="email" defaultValue={email} autoComplete="username" readOnly hidden />
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          required
          error={isWrong ? 'This is not your password' : null}
        />
        <NewPasswordField label="New password" name="new" error={error?.fieldMessage('newPassword')} />
        <SubmitButtons isBusy={change.isPending} onCancel={onClose}>
          Change password
        </SubmitButtons>
      </Form>
    </Dialog>
  )
}
