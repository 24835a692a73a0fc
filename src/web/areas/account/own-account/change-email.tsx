import { useState } from 'react'

import { Button } from '#web/parts/button.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { usePersonAction } from '#web/use-person-action.ts'

/** Begins a change of the address. Where no mail is sent, the link is shown, only once. */
export function ChangeEmail({ onClose }: { onClose(): void }) {
  const change = usePersonAction('changeEmail')
  const [begun, setBegun] = useState<{ pendingEmail: string; confirmUrl: string | null } | null>(null)
  const { error } = change

  async function submit(form: FormData) {
    const email = textIn(form, 'email')
    const result = await change.run({ email })
    if (result) setBegun(result)
  }

  if (begun)
    return (
      <Dialog title="Confirm the new address" onDismiss={onClose}>
        {begun.confirmUrl === null ? (
          <p>
            A link is on its way to <strong className="font-medium break-words">{begun.pendingEmail}</strong>. Until it
            is opened you sign in with the old address. The link works for 24 hours.
          </p>
        ) : (
          <>
            <p>
              This installation sends no mail, so the link is shown here, this once. Open it to confirm the address.
            </p>
            <p className="mt-3 rounded-lg border border-line bg-raised px-3 py-2.5">
              <code data-testid="confirm-url" className="break-all select-all">
                {begun.confirmUrl}
              </code>
            </p>
            <div className="mt-3">
              <CopyButton text={begun.confirmUrl} label="Copy link" />
            </div>
          </>
        )}
        <DialogButtons>
          <Button look="ink" onClick={onClose} data-autofocus>
            Done
          </Button>
        </DialogButtons>
      </Dialog>
    )
  return (
    <FormDialog
      title="Change the email address"
      verb="Change address"
      call={change}
      fields="The address needs another look."
      onSubmit={submit}
      className="gap-4"
      onClose={onClose}
    >
      <TextField
        label="New address"
        name="email"
        type="email"
        autoComplete="email"
        required
        hint="It takes effect when it is confirmed. The old address is notified."
        error={error?.fieldMessage('email')}
      />
    </FormDialog>
  )
}
