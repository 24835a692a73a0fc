import type { OutputOf } from '#web/operations.ts'
import { RehearsedDialog } from '#web/parts/rehearsed-dialog.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { item: OutputOf<'getItem'>['item']; onClose(): void }

/** Asks whether an article leaves the public, or its date. */
export function LeavePublicDialog(props: Props) {
  return props.item.status === 'published' ? <Unpublish {...props} /> : <Unschedule {...props} />
}

function Unpublish({ item, onClose }: Props) {
  const unpublish = useAction('unpublishItem')
  return (
    <RehearsedDialog
      title={`Unpublish “${item.title}”?`}
      verb="Unpublish"
      action={unpublish}
      input={{ id: item.id, ifVersion: item.version }}
      isPublic
      onClose={onClose}
      onDone={() => {
        onClose()
        toast('A draft again.')
      }}
    >
      {() => <p>It becomes a draft, and its address leads nowhere until it is published again.</p>}
    </RehearsedDialog>
  )
}

function Unschedule({ item, onClose }: Props) {
  const unschedule = useAction('unscheduleItem')
  return (
    <RehearsedDialog
      title={`Unschedule “${item.title}”?`}
      verb="Unschedule"
      action={unschedule}
      input={{ id: item.id, ifVersion: item.version }}
      onClose={onClose}
      onDone={() => {
        onClose()
        toast('A draft again, without a date.')
      }}
    >
      {() => <p>It becomes a draft without a date, and does not appear by itself.</p>}
    </RehearsedDialog>
  )
}
