import { pathOf } from '#web/areas/search-console/searches/search-words.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'
import { useRehearsal } from '#web/use-rehearsal.ts'

/** Tells the engines that take part in IndexNow that a page changed. */
export function TellEngines({ url, onClose }: { url: string; onClose(): void }) {
  const submit = useAction('submitIndexNow')
  const input = { urls: [url] }
  const effects = useRehearsal(submit, input)
  const isTold = effects?.perEndpoint.some(({ skipped }) => skipped > 0) ?? false

  async function tell() {
    if ((await submit.run(input, { confirm: true })) === null) return
    toast(`Search engines were told about ${pathOf(url)}.`)
    onClose()
  }

  return (
    <AlertDialog
      title={`Tell search engines about ${pathOf(url)}?`}
      action="Tell search engines"
      onAction={() => void tell()}
      onCancel={onClose}
      disabled={effects === null || isTold}
      isBusy={effects !== null && submit.isPending}
    >
      <p>
        {isTold
          ? 'They were told less than five minutes ago, so nothing is sent now.'
          : 'The engines that take part in IndexNow, such as Bing, are told at once that this page changed. They look at it when they want. Google does not take part.'}
      </p>
      <DialogProblem error={submit.error} />
    </AlertDialog>
  )
}
