import { useState } from 'react'

import type { OutputOf } from '#web/operations.ts'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { item: OutputOf<'getItem'>['item']; onClose(): void }

/** Approves what was read, or says what is to be changed. It publishes nothing. */
export function DecideReview({ item, onClose }: Props) {
  const decide = useAction('submitItemReview')
  const [decision, setDecision] = useState<'approve' | 'changes'>('approve')
  const isApproved = decision === 'approve'

  async function send(note: string) {
    const input = { id: item.id, decision, ifVersion: item.version, ...(note !== '' && { note }) }
    if ((await decide.run(input)) === null) return
    onClose()
    toast(isApproved ? 'Approved.' : 'Changes are asked for.')
  }

  return (
    <FormDialog
      title={`Review of “${item.title}”`}
      verb={isApproved ? 'Approve' : 'Ask for changes'}
      call={decide}
      fields={null}
      className="gap-4"
      onSubmit={(form) => send(textIn(form, 'note'))}
      onClose={onClose}
    >
      <RadioGroup
        label="Decision"
        value={decision}
        options={[
          { value: 'approve', label: 'Approve', hint: 'As it is now. A later edit needs another review.' },
          { value: 'changes', label: 'Ask for changes', hint: 'It goes back to who asked.' },
        ]}
        onChange={setDecision}
      />
      <TextField
        label="Note"
        name="note"
        isOptional={isApproved}
        required={!isApproved}
        maxLength={2000}
        error={decide.error?.fieldMessage('note')}
      />
    </FormDialog>
  )
}
