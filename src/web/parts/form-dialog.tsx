import type { ComponentProps } from 'react'

import type { OperationError } from '#web/operation-error.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form } from '#web/parts/form.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'

type Props = Pick<ComponentProps<typeof Dialog>, 'title' | 'width'> &
  Pick<ComponentProps<typeof SubmitButtons>, 'disabled' | 'isPublic'> &
  ComponentProps<typeof Form> & {
    /** On the button that sends it. */
    verb: string
    /** The call that it sends. `error` is said above the fields. */
    call: { isPending: boolean; error: OperationError | null }
    /** Said above where fields show the reason; null where no field shows it. */
    fields?: string | null
    /** Whether only its buttons close it while the call runs. */
    isKeptWhileBusy?: boolean
    onClose(): void
  }

/** A dialog that is one form: why it was refused, its fields, the way back, and the button that sends it. */
export function FormDialog({ title, width = 'narrow', verb, call, isKeptWhileBusy = false, onClose, ...rest }: Props) {
  const { children, fields, disabled = false, isPublic = false, ...form } = rest
  const { isPending, error } = call
  return (
    <Dialog title={title} width={width} onDismiss={isKeptWhileBusy && isPending ? undefined : onClose}>
      <Form {...form}>
        <FormProblem error={error} fields={fields} />
        {children}
        <SubmitButtons {...{ disabled, isPublic }} isBusy={isPending} onCancel={onClose}>
          {verb}
        </SubmitButtons>
      </Form>
    </Dialog>
  )
}
