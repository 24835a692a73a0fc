import type { Analysis } from '#web/areas/visibility/set-up/set-up-types.ts'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Deletes an analysis; what it brought stays. */
export default function DeleteAnalysis({ analysis, onClose }: { analysis: Analysis; onClose(): void }) {
  const remove = useAction('deleteAsvAnalysis')
  return (
    <RehearsedDialog
      title={`Delete “${analysis.name}”?`}
      verb="Delete analysis"
      action={remove}
      input={{ id: analysis.id }}
      onClose={onClose}
      onDone={() => {
        onClose()
        toast('The analysis is deleted.')
      }}
    >
      {() => <p>It no longer asks anything. Its questions, runs and answers are kept.</p>}
    </RehearsedDialog>
  )
}
