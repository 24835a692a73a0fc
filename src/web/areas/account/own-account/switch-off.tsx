import { CodeField } from '#web/areas/account/sign-in/code-field.tsx'
import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form } from '#web/parts/form.tsx'
import { usePersonAction } from '#web/use-person-action.ts'

/** Removes the second factor, with a code from it, when the person presses the button. */
export function SwitchOff({ onClose, onDone }: { onClose(): void; onDone(): void }) {
  const off = usePersonAction('disableMfa')
  const { error } = off
  const isWrong = error?.code === 'invalid_credentials'

  async function submit(form: FormData) {
    const code = String(form.get('code'))
    if (await off.run({ code }, { confirm: true })) onDone()
  }

  return (
    <Dialog title="Switch the second factor off?" role="alertdialog" onDismiss={onClose}>
      <p className="mb-4">
        The password alone then opens your account. The recovery codes are removed, and every other browser is signed
        out.
      </p>
      <Form onSubmit={submit} className="gap-4">
        {!isWrong && <FormProblem error={error} fields={null} />}
        <CodeField
          hint="From your authenticator app, or one of your recovery codes."
          error={isWrong ? 'This code does not match, or was already used. Use the next one.' : null}
        />
        <DialogButtons>
          <Button onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button type="submit" look="ink" isBusy={off.isPending}>
            Switch off
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
