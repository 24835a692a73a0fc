import type { Competitor } from '#web/areas/visibility/set-up/set-up-types.ts'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Stops tracking a competitor. */
export default function DeleteCompetitor({ brand, onClose }: { brand: Competitor; onClose(): void }) {
  const remove = useAction('deleteAsvCompetitor')
  return (
    <RehearsedDialog
      title={`Track ${brand.name} no longer?`}
      verb="Delete competitor"
      action={remove}
      input={{ id: brand.id }}
      onClose={onClose}
      onDone={() => {
        onClose()
        toast(`${brand.name} is tracked no longer.`)
      }}
    >
      {() => (
        <p>What was read about {brand.name} goes; the answers stay. Track it again, and they are read again for it.</p>
      )}
    </RehearsedDialog>
  )
}
