import { useState, type FormEvent } from 'react'
import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { ErrorSummary } from '#web/parts/error-summary.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { NewPasswordField } from '#web/parts/new-password-field.tsx'
import { PasswordField } from '#web/parts/password-field.tsx'
import { Section } from '#web/parts/section.tsx'
import { useOwnAccount } from '#web/areas/account/own-account/use-own-account.ts'
import { usePersonAction } from '#web/use-operation.ts'

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
          <div className="px-5 py-4">
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

function ChangePassword({ onClose, onChanged }: { onClose(): void; onChanged(): void }) {
  const change = usePersonAction('changePassword')
  const { email } = useOwnAccount()
  const { error } = change

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name))
    if (!(await change.run({ currentPassword: text('current'), newPassword: text('new') }))) return
    onChanged()
    onClose()
  }

  const isWrong = error?.code === 'invalid_credentials'
  return (
    <Dialog title="Change the password" onDismiss={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && (
          <ErrorSummary key={error.requestId}>
            {isWrong || error.fieldProblems.length > 0 ? 'One field needs another look.' : error.message}
          </ErrorSummary>
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
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={change.isPending}>
            Change password
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
