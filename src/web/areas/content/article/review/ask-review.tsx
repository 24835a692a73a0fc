import { useState } from 'react'

import { isAtLeast, roleLabel } from '#web/areas/organizations/role-words.ts'
import type { Member, OutputOf } from '#web/operations.ts'
import { CheckField } from '#web/parts/check-field.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useMembers } from '#web/whole-list.ts'

type Props = { item: OutputOf<'getItem'>['item']; onClose(): void }

/** How many may be asked, and how many are chosen from without a search. */
const [most, few] = [10, 8]

/** Chooses who reads the article before it is public, and says what to look at. */
export function AskReview({ item, onClose }: Props) {
  const ask = useAction('requestItemReview')
  const members = useMembers({}, { staleTime: 300_000 })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [search, setSearch] = useState('')
  const fit = members.items?.filter(({ role, status }) => status === 'active' && isAtLeast(role, 'editor'))
  const words = search.trim().toLowerCase()
  const isFound = ({ name, email }: Member) => `${name} ${email}`.toLowerCase().includes(words)
  // Who is chosen stays to be seen.
  const found = words === '' ? fit : fit?.filter((one) => chosen.includes(one.userId) || isFound(one))

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
      {(fit?.length ?? 0) > few && (
        <TextField
          label="Search people"
          type="search"
          autoComplete="off"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          // It is not the form that is meant.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <fieldset className="flex max-h-72 flex-col gap-2 overflow-y-auto p-1">
        <legend className="mb-2 text-muted">Who reads it. Each of them gets a mail, and one decision counts.</legend>
        {chosen.length > most && <p className="text-press-ink">At most {most} people are asked at a time.</p>}
        {words !== '' && found?.length === 0 && <p className="text-muted">Nobody has this name or address.</p>}
        {found?.map(({ userId, name, role }) => (
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
