import { counted } from '#web/areas/visibility/ai-answers/finding.ts'
import { intents } from '#web/areas/visibility/ai-answers/prompt-words.ts'
import { Button } from '#web/parts/button.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { Field, TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { SelectField } from '#web/parts/select.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Writes questions, one per line. */
export default function NewQuestions({ onClose }: { onClose(): void }) {
  const create = useAction('createAsvPrompts')

  async function submit(form: FormData) {
    const lines = textIn(form, 'questions').split('\n')
    const intent = intents.find(([name]) => name === form.get('intent'))?.[0] ?? 'discovery'
    const tag = textIn(form, 'tag')
    const prompts = lines
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((text) => ({ text, intent, ...(tag !== '' && { tag }) }))
    const done = await create.run({ prompts })
    if (done === null) return
    const known = done.duplicates.length
    toast(
      `${counted(done.created.length, 'question')} more${known > 0 ? `, ${known} ${known === 1 ? 'was' : 'were'} known` : ''}.`,
    )
    onClose()
  }

  return (
    <Dialog title="Write questions" width="wide" onDismiss={onClose}>
      <Form onSubmit={submit}>
        <Field
          label="Questions"
          hint="One per line, exactly as engines are asked. Leave your own name out: a question that names you is counted apart."
          error={create.error?.fieldMessage('prompts')}
        >
          {(linked) => (
            <textarea {...linked} name="questions" rows={6} required className={`${inputLook} min-h-36 py-2`} />
          )}
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="What people want who ask them" name="intent" defaultValue="discovery" options={intents} />
          <TextField label="Tag" name="tag" isOptional maxLength={80} hint="Groups questions by subject." />
        </div>
        {create.error?.fieldProblems.length === 0 && <DialogProblem error={create.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ink" isBusy={create.isPending}>
            Keep questions
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
