import { useState } from 'react'

import type { BulkDialogProps } from '#web/areas/content/content-list/bulk-questions.tsx'
import { useBulkChange } from '#web/areas/content/content-list/use-bulk-change.ts'
import { countOf } from '#web/areas/content/item-words.tsx'
import { CheckField } from '#web/parts/check-field.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Adds tags to the tags that each article has. */
export function TagDialog({ items, onClose, onDone }: BulkDialogProps) {
  const { change, isPending, error } = useBulkChange(items, onDone)
  const { data } = useOperation('listTaxonomyTerms', { taxonomy: 'tag', pageSize: 100 })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const articles = countOf(items.length, 'article')
  return (
    <Dialog title={`Tag ${articles}`} onDismiss={onClose}>
      <Form
        className="gap-4"
        onSubmit={() =>
          change({ addTagIds: [...chosen] }, { doing: `Tagging ${articles}`, done: `${articles} tagged.` })
        }
      >
        <FormProblem error={error} fields={null} />
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
        <SubmitButtons isBusy={isPending} disabled={chosen.length === 0} onCancel={onClose}>
          Tag {articles}
        </SubmitButtons>
      </Form>
    </Dialog>
  )
}

/** Names one author, who replaces those that the articles have. */
export function AuthorDialog({ items, onClose, onDone }: BulkDialogProps) {
  const { change, isPending, error } = useBulkChange(items, onDone)
  const collection = items[0]?.collectionId
  const { data } = useOperation('listAuthors', { pageSize: 100, ...(collection ? { collection } : {}) })
  const [chosen, setChosen] = useState('')
  const articles = countOf(items.length, 'article')
  return (
    <Dialog title={`Author of ${articles}`} onDismiss={onClose}>
      <Form
        className="gap-4"
        onSubmit={() =>
          change(
            { authorIds: [chosen] },
            { doing: `Changing ${articles}`, done: `${articles} changed.` },
            { confirm: true },
          )
        }
      >
        <FormProblem error={error} fields={null} />
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
        <SubmitButtons isBusy={isPending} disabled={chosen === ''} onCancel={onClose}>
          Change {articles}
        </SubmitButtons>
      </Form>
    </Dialog>
  )
}

/** Sets one time at which all of the drafts become public. */
export function ScheduleDialog({ items, onClose, onDone }: BulkDialogProps) {
  const { change, isPending, error } = useBulkChange(items, onDone)
  const articles = countOf(items.length, 'draft')
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <Dialog title={`Schedule ${articles}`} onDismiss={onClose}>
      <Form
        className="gap-4"
        onSubmit={(form) =>
          change(
            { status: 'scheduled', publishAt: new Date(textIn(form, 'at')).toISOString() },
            { doing: `Scheduling ${articles}`, done: `${articles} scheduled.` },
            { confirm: true },
          )
        }
      >
        <FormProblem error={error} />
        <TextField
          label="Time"
          name="at"
          type="datetime-local"
          required
          hint={`In your time zone, ${zone}. They become public then by themselves.`}
        />
        <SubmitButtons isPublic isBusy={isPending} onCancel={onClose}>
          Schedule {articles}
        </SubmitButtons>
      </Form>
    </Dialog>
  )
}
