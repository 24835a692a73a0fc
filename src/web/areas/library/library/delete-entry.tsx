import type { Entry } from '#web/areas/library/library/library-search.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useTakeBack } from '#web/use-take-back.ts'

/** Asks before an entry is deleted; that can be taken back. */
export function DeleteEntry({ entry: { id, title }, onClose }: { entry: Entry; onClose(): void }) {
  const remove = useAction('deleteContextEntry')
  const takeBack = useTakeBack()

  async function run() {
    const onChanged = (requestId: string) =>
      toast('The entry is deleted.', { label: 'Undo', run: () => void takeBack(requestId) })
    if (await remove.run({ id }, { confirm: true, onChanged })) onClose()
  }

  return (
    <AlertDialog
      title={`Delete “${title}”?`}
      action="Delete entry"
      isBusy={remove.isPending}
      onAction={() => void run()}
      onCancel={onClose}
    >
      <p>Writers no longer get it. What is already written stays as it is.</p>
      <DialogProblem error={remove.error} />
    </AlertDialog>
  )
}
