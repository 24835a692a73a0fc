import { useState } from 'react'

import type { EntryKind } from '#web/areas/library/entry-kinds.ts'
import { kindOptions } from '#web/areas/library/entry-words.ts'
import { followJob } from '#web/jobs-under-way.ts'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { LabelledSelect } from '#web/parts/select.tsx'
import { useAction } from '#web/use-operation.ts'

/** Reads a page of the web into the library, and the pages below it that it links to. */
export function ImportPages({ onClose }: { onClose(): void }) {
  const reading = useAction('importContextFromUrl')
  const [kind, setKind] = useState<EntryKind>('source')

  async function submit(form: FormData) {
    const input = { url: textIn(form, 'url'), kind, maxPages: Number(textIn(form, 'maxPages')) }
    const started = await reading.run(input, { confirm: true })
    if (!started) return
    followJob({ id: started.jobId, doing: 'Reading pages', done: 'What was read is in the library.' })
    onClose()
  }

  return (
    <FormDialog title="Read from an address" verb="Read" call={reading} onSubmit={submit} onClose={onClose}>
      <TextField
        label="Address"
        name="url"
        type="url"
        required
        maxLength={2048}
        autoComplete="off"
        hint="Of a page, with https"
        error={reading.error?.fieldMessage('url')}
      />
      <LabelledSelect label="Kind" value={kind} options={kindOptions} onChange={(next) => setKind(next)} />
      <TextField
        label="Pages at most"
        name="maxPages"
        type="number"
        min={1}
        max={20}
        defaultValue={1}
        required
        hint="With more than one, pages below it that it links to are read as well."
        error={reading.error?.fieldMessage('maxPages')}
      />
    </FormDialog>
  )
}
