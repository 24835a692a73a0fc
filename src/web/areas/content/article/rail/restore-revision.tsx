import type { OutputOf } from '#web/operations.ts'
import { fieldWords } from '#web/parts/field-words.ts'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { item: OutputOf<'getItem'>['item']; n: number; onClose(): void }

/** Brings back what an article said in a revision; that is a new revision, so nothing is lost. */
export function RestoreRevision({ item, n, onClose }: Props) {
  const restore = useAction('restoreItemRevision')
  const isLive = item.status === 'published'
  return (
    <RehearsedDialog
      title={`Restore revision ${n}?`}
      verb="Restore"
      action={restore}
      input={{ id: item.id, revision: n, ifVersion: item.version }}
      isPublic={isLive}
      onClose={onClose}
      onDone={() => {
        onClose()
        toast(`It says again what it said in revision ${n}.`)
      }}
    >
      {(effects) => (
        <>
          <p>
            {effects === null || effects.changed.length === 0
              ? 'Nothing differs from what it says now.'
              : `This brings back: ${effects.changed.map(fieldWords).join(', ')}.`}
          </p>
          <p className="mt-2">{isLive ? 'The public sees it at once. ' : ''}What it says now stays in the history.</p>
        </>
      )}
    </RehearsedDialog>
  )
}
