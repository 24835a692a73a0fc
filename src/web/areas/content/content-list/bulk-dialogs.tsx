import { useState } from 'react'

import type { BulkDialogProps } from '#web/areas/content/content-list/bulk-questions.tsx'
import { useBulkChange } from '#web/areas/content/content-list/use-bulk-change.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Adds tags to the tags that each article has. */
export function TagDialog({ items, onClose, onDone }: BulkDialogProps) {
  const { change, ...call } = useBulkChange(items, onDone)
  const { data } = useOperation('listTaxonomyTerms', { taxonomy: 'tag', pageSize: 100 })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const articles = countOf(items.length, 'article')
  return (
    <FormDialog
      title={`Tag ${articles}`}
      verb={`Tag ${articles}`}
      call={call}
      fields={null}
      disabled={chosen.length === 0}
      className="gap-4"
      onSubmit={() => change({ addTagIds: [...chosen] }, { doing: `Tagging ${articles}`, done: `${articles} tagged.` })}
      onClose={onClose}
    >
      {data?.items.length === 0 && <EmptyState title="No tags yet">A tag is made before it is given.</EmptyState>}
      <fieldset className="flex max-h-72 flex-col gap-2 overflow-y-auto p-1">
        <legend className="mb-2 text-muted">Added to the tags that each of them has.</legend>
        {data?.items.map(({ id, name }) => (
          <CheckField
            key={id}
            label={name}
            isChecked={chosen.includes(id)}
            onChange={(isIn) => setChosen(isIn ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}

/** Names one author, who replaces those that the articles have. */
export function AuthorDialog({ items, onClose, onDone }: BulkDialogProps) {
  const { change, ...call } = useBulkChange(items, onDone)
  const collection = items[0]?.collectionId
  const { data } = useOperation('listAuthors', { pageSize: 100, ...(collection ? { collection } : {}) })
  const [chosen, setChosen] = useState('')
  const articles = countOf(items.length, 'article')
  return (
    <FormDialog
      title={`Author of ${articles}`}
      verb={`Change ${articles}`}
      call={call}
      fields={null}
      disabled={chosen === ''}
      className="gap-4"
      onSubmit={() =>
        change(
          { authorIds: [chosen] },
          { doing: `Changing ${articles}`, done: `${articles} changed.` },
          { confirm: true },
        )
      }
      onClose={onClose}
    >
      <LabelledSelect
        label="Author"
        value={chosen}
        options={[['', 'Choose one'], ...(data?.items.map(({ id, name }) => [id, name] as const) ?? [])]}
        onChange={setChosen}
      />
      <p className="text-muted">
        Replaces the authors that they have.{' '}
        {items.some(({ status }) => status === 'published') && 'The public sees it at once.'}
      </p>
    </FormDialog>
  )
}

/** Sets one time at which all of the drafts become public. */
export function ScheduleDialog({ items, onClose, onDone }: BulkDialogProps) {
  const { change, ...call } = useBulkChange(items, onDone)
  const articles = countOf(items.length, 'draft')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <FormDialog
      title={`Schedule ${articles}`}
      verb={`Schedule ${articles}`}
      call={call}
      isPublic
      className="gap-4"
      onSubmit={(form) =>
        change(
          { status: 'scheduled', publishAt: new Date(textIn(form, 'at')).toISOString() },
          { doing: `Scheduling ${articles}`, done: `${articles} scheduled.` },
          { confirm: true },
        )
      }
      onClose={onClose}
    >
      <TextField
        label="Time"
        name="at"
        type="datetime-local"
        required
        hint={`In your time zone, ${zone}. They become public then by themselves.`}
      />
    </FormDialog>
  )
}
