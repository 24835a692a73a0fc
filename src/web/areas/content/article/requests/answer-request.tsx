import { useState } from 'react'

import type { EditRequest } from '#web/areas/content/article/requests/use-asking.ts'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { LongTextField } from '#web/parts/long-text-field.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { useAction } from '#web/use-operation.ts'

/** A person says what became of a request, in place of an agent. */
export function AnswerRequest({ request, onClose }: { request: EditRequest; onClose(): void }) {
  const answer = useAction('answerEditRequest')
  const [state, setState] = useState<'done' | 'declined'>('done')

  async function send(text: string) {
    const { id, version } = request
    if ((await answer.run({ id, state, answer: text, ifVersion: version })) !== null) onClose()
  }

  return (
    <FormDialog
      title="Answer the request"
      verb="Answer"
      call={answer}
      fields={null}
      className="gap-4"
      onSubmit={(form) => send(textIn(form, 'answer'))}
      onClose={onClose}
    >
      <p className="wrap-anywhere whitespace-pre-wrap text-muted">{request.request}</p>
      <LongTextField
        label="What became of it?"
        name="answer"
        required
        maxLength={1000}
        error={answer.error?.fieldMessage('answer')}
      />
      <RadioGroup
        label="It is"
        isRow
        value={state}
        options={[
          { value: 'done', label: 'done' },
          { value: 'declined', label: 'declined' },
        ]}
        onChange={setState}
      />
    </FormDialog>
  )
}
