import type { Prompt } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Deletes a question; its answers stay in the figures. */
export default function DeleteQuestion({ prompt, onClose }: { prompt: Prompt; onClose(): void }) {
  const remove = useAction('deleteAsvPrompts')
  return (
    <RehearsedDialog
      title={`Delete “${prompt.text}”?`}
      verb="Delete question"
      action={remove}
      input={{ ids: [prompt.id] }}
      onClose={onClose}
      onDone={() => {
        onClose()
        toast('The question is deleted.')
      }}
    >
      {() => (
        <p>
          It is never asked again. Its answers are kept and stay in the figures of their time. To have it asked later,
          pause it instead.
        </p>
      )}
    </RehearsedDialog>
  )
}
