import type { ReactNode } from 'react'

import type { InputOf, OperationName, OutputOf } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import type { Action } from '#web/use-operation.ts'
import { useRehearsal } from '#web/use-rehearsal.ts'

type Props<N extends OperationName> = {
  /** Names the object: "Remove Sam?". */
  title: string
  /** The verb and its object: "Remove member". */
  verb: string
  action: Action<N>
  input: InputOf<N>
  disabled?: boolean
  /** Whether it changes what the public sees. */
  isPublic?: boolean
  /** What it says; `effects` is null while they are not known. */
  children(effects: OutputOf<N> | null): ReactNode
  onClose(): void
  /** Called with the result when it has happened, and with the id of the call: `revertChanges` takes it back by that. */
  onDone(result: OutputOf<N>, requestId: string): void
}

/** Rehearses a call that is not made by mistake, says what it would do, and makes it when the person presses the button. */
export function RehearsedDialog<N extends OperationName>(props: Props<N>) {
  const { title, verb, action, input, disabled = false, isPublic = false, children, onClose, onDone } = props
  const effects = useRehearsal(action, input)

  async function confirm() {
    let calledAs = ''
    const result = await action.run(input, { confirm: true, onChanged: (requestId) => (calledAs = requestId) })
    if (result !== null) onDone(result, calledAs)
  }

  return (
    <AlertDialog
      title={title}
      action={verb}
      onAction={() => void confirm()}
      onCancel={onClose}
      isPublic={isPublic}
      disabled={effects === null || disabled}
      isBusy={effects !== null && action.isPending}
    >
      {children(effects)}
      <DialogProblem error={action.error} />
    </AlertDialog>
  )
}
