import { useState, type FormEvent } from 'react'
import { Button } from '#web/parts/button.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { useOrganization } from '#web/context.ts'
import { useAction } from '#web/use-operation.ts'

const longest = 365

/** How long new keys may live; an owner can change it here. */
export function KeyPolicy({ maxKeyDays }: { maxKeyDays: number }) {
  const isOwner = useOrganization().role === 'owner'
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2 text-sm text-muted">
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

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const days = Number(new FormData(event.currentTarget).get('days'))
    if (await change.run({ maxKeyDays: days === longest ? null : days })) onClose()
  }

  return (
    <Dialog title="How long may keys live?" onDismiss={onClose}>
      <form onSubmit={submit} className="flex flex-col gap-5">
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
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={change.isPending}>
            Save
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
