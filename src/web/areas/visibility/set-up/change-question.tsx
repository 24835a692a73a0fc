import type { Prompt } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { intents } from '#web/areas/visibility/ai-answers/prompt-words.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog, DialogButtons } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { LongTextField } from '#web/parts/long-text-field.tsx'
import { SelectField } from '#web/parts/select.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Changes a question; another text begins new figures. */
export default function ChangeQuestion({ prompt, onClose }: { prompt: Prompt; onClose(): void }) {
  const update = useAction('updateAsvPrompt')

  async function submit(form: FormData) {
    const tag = textIn(form, 'tag')
    const done = await update.run({
      id: prompt.id,
      text: textIn(form, 'text'),
      tag: tag === '' ? null : tag,
      intent: intents.find(([name]) => name === form.get('intent'))?.[0] ?? prompt.intent,
      ifVersion: prompt.version,
    })
    if (done === null) return
    toast(
      done.prompt.promptVersion === prompt.promptVersion
        ? 'The question is changed.'
        : 'The question is changed. Its figures begin again.',
    )
    onClose()
  }

  return (
    <Dialog title="Change a question" onDismiss={onClose}>
      <Form onSubmit={submit}>
        <LongTextField
          label="Question"
          name="text"
          required
          minLength={3}
          maxLength={500}
          defaultValue={prompt.text}
          hint="Another text is another question: its answers until now are kept, and no longer counted with it."
          error={update.error?.fieldMessage('text')}
        />
        <SelectField label="What people want who ask it" name="intent" defaultValue={prompt.intent} options={intents} />
        <TextField label="Tag" name="tag" isOptional maxLength={80} defaultValue={prompt.tag ?? ''} />
        {update.error?.fieldProblems.length === 0 && <DialogProblem error={update.error} />}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="ink" isBusy={update.isPending}>
            Save question
          </Button>
        </DialogButtons>
      </Form>
    </Dialog>
  )
}
