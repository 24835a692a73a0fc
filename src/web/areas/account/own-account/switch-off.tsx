import type { FormEvent } from 'react'
import { CodeField } from '#web/areas/account/sign-in/code-field.tsx'
import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { ErrorSummary } from '#web/parts/error-summary.tsx'
import { usePersonAction } from '#web/use-operation.ts'

/** Removes the second factor, with a code from it, when the person presses the button. */
export function SwitchOff({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const off = usePersonAction('disableMfa')
  const { error } = off
  const isWrong = error?.code === 'invalid_credentials'

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code'))
    if (await off.run({ code }, { confirm: true })) onDone()
  }

  return (
    <Dialog title="Switch the second factor off?" role="alertdialog" onDismiss={onClose}>
      <p className="mb-4">
        The password alone then opens your account. The recovery codes are removed, and every other browser is signed
        out.
      </p>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && !isWrong && <ErrorSummary key={error.requestId}>{error.message}</ErrorSummary>}
        <CodeField
          hint="From your authenticator app, or one of your recovery codes."
          error={isWrong ? 'This code does not match, or was already used. Use the next one.' : null}
        />
        <DialogButtons>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button type="submit" look="danger" isBusy={off.isPending}>
            Switch off
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
