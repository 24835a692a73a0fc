import { followJob } from '#web/jobs-under-way.ts'
import type { OutputOf } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { useAction } from '#web/use-operation.ts'
import { useRehearsal } from '#web/use-rehearsal.ts'

type Props = { settings: OutputOf<'getSiteAuditStatus'>['settings']; onClose(): void }

const input = { scope: 'full' as const }

/** Begins to read the website when the person presses the button. */
export function StartAudit({ settings: { startUrl, maxPages, externalLinks }, onClose }: Props) {
  const start = useAction('startSiteAudit')
  const effects = useRehearsal(start, input)

  async function begin() {
    const started = await start.run(input, { confirm: true })
    if (started === null) return
    followJob({ id: started.jobId, doing: 'Reading the website', done: 'The website was read.' })
    onClose()
  }

  return (
    <AlertDialog
      title="Read the website now?"
      action="Read the website"
      onAction={() => void begin()}
      onCancel={onClose}
      disabled={effects === null}
      isBusy={effects !== null && start.isPending}
    >
      <p className="wrap-anywhere">
        Up to {maxPages.toLocaleString('en')} pages are asked for, from {startUrl} on
        {externalLinks && '; links to other websites are tried, too'}. It takes some minutes, and nothing is changed.
      </p>
      <DialogProblem error={start.error} />
    </AlertDialog>
  )
}
