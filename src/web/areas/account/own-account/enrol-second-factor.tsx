import { CodeField } from '#web/areas/account/sign-in/code-field.tsx'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form } from '#web/parts/form.tsx'
import { QrCode } from '#web/parts/qr-code.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { usePersonAction } from '#web/use-person-action.ts'

export type Enrolment = { secret: string; otpauthUri: string }

type Props = { enrolment: Enrolment; onClose(): void; onCodes(codes: string[]): void }

/** Shows the secret for the app and takes a code from it: only then is the second factor on. The secret lives here only. */
export function EnrolSecondFactor({ enrolment: { secret, otpauthUri }, onClose, onCodes }: Props) {
  const confirm = usePersonAction('confirmMfa')
  const { error } = confirm

  async function submit(form: FormData) {
    const result = await confirm.run({ code: String(form.get('code')) })
    if (result) onCodes(result.recoveryCodes)
  }

  return (
    <Dialog title="Set up the second factor" width="wide" onDismiss={onClose}>
      <div className="flex flex-col gap-6 sm:flex-row">
        <div className="mx-auto w-full max-w-52 shrink-0">
          <QrCode text={otpauthUri} label="QR code for the authenticator app" />
        </div>
        <div className="min-w-0 flex-1">
          <p>
            <span className="font-medium">1.</span> Scan the code with an authenticator app, or enter this key there:
          </p>
          <div className="mt-2 mb-5 rounded-lg border border-line bg-raised px-3 py-2">
            <code data-testid="totp-secret" className="block break-words select-all">
              {secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </code>
          </div>
          <div className="mb-5">
            <CopyButton text={secret} label="Copy key" />
          </div>
          <Form onSubmit={submit} className="gap-0">
            {error && error.fieldProblems.length === 0 && (
              <div className="mb-4">
                <FormProblem error={error} />
              </div>
            )}
            <p className="mb-2">
              <span className="font-medium">2.</span> Enter the six digits that the app shows.
            </p>
            <CodeField
              label="Code"
              error={error?.fieldMessage('code') && 'This is not the current code. Use the one the app shows now.'}
            />
            <SubmitButtons isBusy={confirm.isPending} onCancel={onClose}>
              Switch it on
            </SubmitButtons>
          </Form>
        </div>
      </div>
    </Dialog>
  )
}
