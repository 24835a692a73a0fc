import { followJob } from '#web/jobs-under-way.ts'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { useAction } from '#web/use-operation.ts'

/** Fetches a picture from an address of the web. */
export function FromAddress({ onClose }: { onClose(): void }) {
  const fetching = useAction('importMediaFromUrl')

  async function submit(form: FormData) {
    const alt = textIn(form, 'alt')
    const started = await fetching.run({ url: textIn(form, 'url'), ...(alt ? { alt } : {}) })
    if (!started) return
    followJob({ id: started.jobId, doing: 'Fetching a picture', done: 'The picture is in the library.' })
    onClose()
  }

  return (
    <FormDialog title="Picture from an address" verb="Fetch" call={fetching} onSubmit={submit} onClose={onClose}>
      <TextField
        label="Address"
        name="url"
        type="url"
        required
        maxLength={2048}
        autoComplete="off"
        hint="Of the picture itself, with https. At most 15 MB."
        error={fetching.error?.fieldMessage('url')}
      />
      <TextField
        label="Alt text"
        name="alt"
        isOptional
        maxLength={300}
        autoComplete="off"
        hint="What someone who does not see it should know."
        error={fetching.error?.fieldMessage('alt')}
      />
    </FormDialog>
  )
}
