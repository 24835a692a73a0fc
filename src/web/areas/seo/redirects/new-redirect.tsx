import { useState } from 'react'

import type { InputOf } from '#web/operations.ts'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useTakeBack } from '#web/use-take-back.ts'

type Rehearsed = { input: InputOf<'createRedirect'>; from: string; to: string }

/** Rehearses a redirect, says where the address would lead, and makes it at the second press. */
export function NewRedirect({ onClose }: { onClose(): void }) {
  const create = useAction('createRedirect')
  const takeBack = useTakeBack()
  const [rehearsed, setRehearsed] = useState<Rehearsed | null>(null)

  async function submit(form: FormData) {
    if (rehearsed) {
      const onChanged = (requestId: string) =>
        toast(`${rehearsed.from} leads to ${rehearsed.to}.`, { label: 'Undo', run: () => void takeBack(requestId) })
      if (await create.run(rehearsed.input, { confirm: true, onChanged })) onClose()
      return
    }
    const input = { fromPath: textIn(form, 'fromPath'), toUrl: textIn(form, 'toUrl') }
    const would = await create.run(input, { dryRun: true })
    if (would) setRehearsed({ input, from: would.redirect.fromPath, to: would.redirect.to })
  }

  return (
    <FormDialog
      title="New redirect"
      verb={rehearsed ? 'Redirect' : 'Check'}
      call={create}
      isKeptWhileBusy
      isPublic={rehearsed !== null}
      onChange={() => setRehearsed(null)}
      onSubmit={submit}
      onClose={onClose}
    >
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
            Anybody who opens {rehearsed.from} is led to {rehearsed.to} at once. An older redirect of the path is
            replaced.
          </span>
        </Notice>
      )}
    </FormDialog>
  )
}
