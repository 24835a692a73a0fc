import { useState } from 'react'

import { isAtLeast, roleLabel } from '#web/areas/organizations/role-words.ts'
import type { OutputOf } from '#web/operations.ts'
import { CheckField } from '#web/parts/check-field.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useMembers } from '#web/whole-list.ts'

type Props = { item: OutputOf<'getItem'>['item']; onClose(): void }

const most = 10

/** Chooses who reads the article before it is public, and says what to look at. */
export function AskReview({ item, onClose }: Props) {
  const ask = useAction('requestItemReview')
  const members = useMembers({}, { staleTime: 300_000 })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const fit = members.items?.filter(({ role, status }) => status === 'active' && isAtLeast(role, 'editor'))

  async function send(note: string) {
    const asked = await ask.run({
      id: item.id,
      reviewerUserIds: [...chosen],
      ifVersion: item.version,
      ...(note !== '' && { note }),
    })
    if (asked === null) return
    onClose()
    toast('A review is asked for.')
  }

  return (
    <FormDialog
      title={`Ask for a review of “${item.title}”`}
      verb="Ask"
      call={ask}
      fields={null}
      disabled={chosen.length === 0 || chosen.length > most}
      className="gap-4"
      onSubmit={(form) => send(textIn(form, 'note'))}
      onClose={onClose}
    >
      {fit?.length === 0 && (
        <EmptyState title="Nobody can review yet">Reviewers need the role editor or higher.</EmptyState>
      )}
      <fieldset className="flex max-h-72 flex-col gap-2 overflow-y-auto p-1">
        <legend className="mb-2 text-muted">Who reads it. Each of them gets a mail, and one decision counts.</legend>
        {fit?.map(({ userId, name, role }) => (
          <CheckField
            key={userId}
            label={name}
            hint={roleLabel(role)}
            isChecked={chosen.includes(userId)}
            onChange={(isIn) => setChosen(isIn ? [...chosen, userId] : chosen.filter((one) => one !== userId))}
          />
        ))}
      </fieldset>
      <TextField
        label="Note"
        name="note"
        isOptional
        maxLength={2000}
        hint="What to look at, by when."
        error={ask.error?.fieldMessage('note')}
      />
    </FormDialog>
  )
}
