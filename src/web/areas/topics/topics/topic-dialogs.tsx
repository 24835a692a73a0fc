import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import { useReview } from '#web/areas/topics/topics/use-review.ts'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Dialog } from '#web/parts/dialog.tsx'
import { TextField } from '#web/parts/field.tsx'
import { Form, textIn } from '#web/parts/form.tsx'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { SubmitButtons } from '#web/parts/submit-buttons.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useTakeBack } from '#web/use-take-back.ts'

type Props = { topic: Topic; onClose(): void }

/** Asks why a topic is rejected, and rejects it. */
export function RejectTopic({ topic, onClose }: Props) {
  const { decide, isPending, error } = useReview()

  async function submit(form: FormData) {
    const reason = textIn(form, 'reason')
    if (await decide(topic, { decision: 'reject', ...(reason ? { reason } : {}) })) onClose()
  }

  return (
    <Dialog title={`Reject “${topic.topic}”?`} onDismiss={onClose}>
      <Form onSubmit={submit}>
        <TextField
          label="Why"
          name="reason"
          isOptional
          maxLength={1000}
          autoComplete="off"
          hint="Who proposed it reads this. A rejected topic stays in the list and can no longer be approved."
        />
        <DialogProblem error={error} />
        <SubmitButtons isBusy={isPending} onCancel={onClose}>
          Reject topic
        </SubmitButtons>
      </Form>
    </Dialog>
  )
}

/** Deletes a topic when the person presses the button; that can be taken back. */
export function DeleteTopic({ topic, onClose }: Props) {
  const remove = useAction('deleteTopic')
  const takeBack = useTakeBack()
  return (
    <RehearsedDialog
      title={`Delete “${topic.topic}”?`}
      verb="Delete topic"
      action={remove}
      input={{ topicId: topic.id }}
      onClose={onClose}
      onDone={(_, requestId) => {
        onClose()
        toast('The topic is deleted.', { label: 'Undo', run: () => void takeBack(requestId) })
      }}
    >
      {() => <p>The topic is gone for everybody. No article changes.</p>}
    </RehearsedDialog>
  )
}
