import { followJob } from '#web/jobs-under-way.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
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
    <Dialog title="Picture from an address" onDismiss={onClose}>
      <Form onSubmit={submit}>
        <FormProblem error={fetching.error} />
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
        <SubmitButtons isBusy={fetching.isPending} onCancel={onClose}>
          Fetch
        </SubmitButtons>
      </Form>
    </Dialog>
  )
}
