import { useState } from 'react'

import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form } from '#web/parts/form.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { useAction } from '#web/use-operation.ts'

const longest = 365

/** How long new keys may live; an owner can change it here. */
export function KeyPolicy({ maxKeyDays }: { maxKeyDays: number }) {
  const isOwner = useOrganization().role === 'owner'
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 text-sm text-muted">
      <p>New keys live {maxKeyDays === 1 ? 'one day' : `${maxKeyDays} days`} at most.</p>
      {isOwner && (
        <Button look="quiet" onClick={() => setOpen(true)}>
          Change the limit
        </Button>
      )}
      {isOpen && <ChangePolicy maxKeyDays={maxKeyDays} onClose={() => setOpen(false)} />}
    </div>
  )
}

function ChangePolicy({ maxKeyDays, onClose }: { maxKeyDays: number; onClose(): void }) {
  const change = useAction('setKeyPolicy')

  async function submit(form: FormData) {
    const days = Number(form.get('days'))
    if (await change.run({ maxKeyDays: days === longest ? null : days })) onClose()
  }

  return (
    <Dialog title="How long may keys live?" onDismiss={onClose}>
      <Form onSubmit={submit}>
        {change.error && <Problem error={change.error} />}
        <TextField
          label="Days at most"
          name="days"
          type="number"
          min={1}
          max={longest}
          required
          defaultValue={maxKeyDays}
          hint={`1 to ${longest}. It applies to keys that are created or rotated from now on.`}
          error={change.error?.fieldMessage('maxKeyDays')}
        />
        <SubmitButtons isBusy={change.isPending} onCancel={onClose}>
          Save
        </SubmitButtons>
      </Form>
    </Dialog>
  )
}
