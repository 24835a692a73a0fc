import type { ReactNode } from 'react'

import type { OperationError } from '#web/operation-error.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form } from '#web/parts/form.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'

type Props = {
  title: string
  children: ReactNode
  /** On the button that sends it. */
  verb: string
  /** The call that it sends. `error` is said above the fields. */
  call: { isPending: boolean; error: OperationError | null }
  width?: 'narrow' | 'wide'
  /** Whether only its buttons close it while the call runs. */
  isKeptWhileBusy?: boolean
  isPublic?: boolean
  disabled?: boolean
  onChange?(): void
  onSubmit(form: FormData): unknown
  onClose(): void
}

/** A dialog that is one form: why it was refused, its fields, the way back, and the button that sends it. */
export function FormDialog({ title, children, verb, call, width = 'narrow', isKeptWhileBusy = false, ...rest }: Props) {
  const { onChange, onSubmit, onClose, ...look } = rest
  const { isPending, error } = call
  return (
    <Dialog title={title} width={width} onDismiss={isKeptWhileBusy && isPending ? undefined : onClose}>
      <Form onSubmit={onSubmit} {...(onChange && { onChange })}>
        <FormProblem error={error} />
        {children}
        <SubmitButtons {...look} isBusy={isPending} onCancel={onClose}>
          {verb}
        </SubmitButtons>
      </Form>
    </Dialog>
  )
}
