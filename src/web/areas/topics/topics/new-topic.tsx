import { useState } from 'react'

import { ClashNotice } from '#web/areas/topics/topics/clash-notice.tsx'
import { useClash } from '#web/areas/topics/topics/use-clash.ts'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { LongTextField } from '#web/parts/long-text-field.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction, useOperation } from '#web/use-operation.ts'

/** Proposes a topic in one of the enabled collections. */
export function NewTopic({ onClose }: { onClose(): void }) {
  const create = useAction('createBlogTopic')
  const collections = useOperation('listCollections', { pageSize: 100 })
  const enabled = collections.data?.items ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const collectionPresetId = chosen ?? enabled[0]?.id
  const [typed, setTyped] = useState({ topic: '', primaryKeyword: '' })
  const clash = useClash({ ...typed, collectionPresetId })

  async function submit(form: FormData) {
    if (collectionPresetId === undefined) return
    const made = await create.run({
      topic: textIn(form, 'topic'),
      primaryKeyword: textIn(form, 'primaryKeyword'),
      angle: textIn(form, 'angle'),
      collectionPresetId,
    })
    if (!made) return
    onClose()
    toast(made.duplicateOf ? 'The topic is proposed. There is already one about the same.' : 'The topic is proposed.')
  }

  return (
    <FormDialog
      title="New topic"
      verb="Propose topic"
      call={create}
      isKeptWhileBusy
      disabled={collectionPresetId === undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Topic"
        name="topic"
        required
        maxLength={300}
        autoComplete="off"
        error={create.error?.fieldMessage('topic')}
        onChange={({ target }) => setTyped({ ...typed, topic: target.value.trim() })}
      />
      <TextField
        label="Main keyword"
        name="primaryKeyword"
        required
        maxLength={120}
        autoComplete="off"
        hint="What people would type to find the article."
        error={create.error?.fieldMessage('primaryKeyword')}
        onChange={({ target }) => setTyped({ ...typed, primaryKeyword: target.value.trim() })}
      />
      {clash && <ClashNotice id={clash} />}
      <LongTextField
        label="Angle"
        name="angle"
        required
        maxLength={1000}
        hint="What the article says that others do not."
        error={create.error?.fieldMessage('angle')}
      />
      <LabelledSelect
        label="Collection"
        value={collectionPresetId ?? ''}
        options={enabled.map(({ id, name }) => [id, name] as const)}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
