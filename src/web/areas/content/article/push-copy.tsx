import { followJob } from '#web/jobs-under-way.ts'
import type { OutputOf } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = {
  item: OutputOf<'getItem'>['item']
  /** The service. */
  name: string
  /** Whether what was changed there goes. */
  isOverwriting: boolean
  onClose(): void
}

/** Asks before an article is sent to its copy again. */
export function PushCopy({ item, name, isOverwriting, onClose }: Props) {
  const push = useAction('pushItemToCms')
  const isPublic = item.status === 'published'
  const as = isPublic ? 'published' : 'draft'

  async function send() {
    const started = await push.run({ itemIds: [item.id], as, overwriteRemote: isOverwriting }, { confirm: true })
    if (started === null) return
    onClose()
    followJob({ id: started.jobId, doing: `Sending “${item.title}” to ${name}`, done: `“${item.title}” is sent.` })
  }

  return (
    <AlertDialog
      title={isOverwriting ? `Write over the copy in ${name}?` : `Send this article to ${name} again?`}
      action={isOverwriting ? 'Write over it' : 'Push now'}
      isPublic={isPublic}
      isBusy={push.isPending}
      onAction={() => void send()}
      onCancel={onClose}
    >
      <p>
        {isOverwriting
          ? 'What was changed there is lost: the copy becomes what this article is now.'
          : isPublic
            ? 'The copy becomes what this article is now. Where nothing differs, nothing is sent.'
            : 'The draft there becomes what this article is now. It stays a draft.'}
      </p>
      <DialogProblem error={push.error} />
    </AlertDialog>
  )
}
