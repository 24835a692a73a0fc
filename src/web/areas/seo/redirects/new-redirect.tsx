import { useState } from 'react'

import type { InputOf } from '#web/operations.ts'
import { Dialog } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormProblem } from '#web/parts/form-problem.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Rehearsed = { input: InputOf<'createRedirect'>; from: string; to: string }

/** Rehearses a redirect, says where the address would lead, and makes it at the second press. */
export function NewRedirect({ onClose }: { onClose(): void }) {
  const create = useAction('createRedirect')
  const [rehearsed, setRehearsed] = useState<Rehearsed | null>(null)

  async function submit(form: FormData) {
    if (rehearsed) {
      if (!(await create.run(rehearsed.input, { confirm: true }))) return
      onClose()
      toast(`${rehearsed.from} leads to ${rehearsed.to}.`)
      return
    }
    const input = { fromPath: textIn(form, 'fromPath'), toUrl: textIn(form, 'toUrl') }
    const would = await create.run(input, { dryRun: true })
    if (would) setRehearsed({ input, from: would.redirect.fromPath, to: would.redirect.to })
  }

  return (
    <Dialog title="New redirect" onDismiss={create.isPending ? undefined : onClose}>
      <Form onSubmit={submit} onChange={() => setRehearsed(null)}>
        <FormProblem error={create.error} />
        <TextField
          label="From"
          name="fromPath"
          required
          autoComplete="off"
          spellCheck={false}
          hint="Of your website: /2019/old-post"
          error={create.error?.fieldMessage('fromPath')}
        />
        <TextField
          label="To"
          name="toUrl"
          required
          autoComplete="off"
          spellCheck={false}
          hint="A whole address: https://example.com/new-post"
          error={create.error?.fieldMessage('toUrl')}
        />
        {rehearsed && (
          <Notice tone="info">
            <span className="[overflow-wrap:anywhere]">
              Who opens {rehearsed.from} comes to {rehearsed.to} at once. An older redirect of the path is replaced.
            </span>
          </Notice>
        )}
        <SubmitButtons isBusy={create.isPending} isPublic={rehearsed !== null} onCancel={onClose}>
          {rehearsed ? 'Redirect' : 'Check'}
        </SubmitButtons>
      </Form>
    </Dialog>
  )
}
