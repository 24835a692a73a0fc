import type { ImportResult } from '#web/areas/exchange/import/import-words.ts'
import { followJob } from '#web/jobs-under-way.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { useAllowed } from '#web/use-catalog.ts'
import { useAction } from '#web/use-operation.ts'

type Props = { result: ImportResult; onStarted(jobId: string): void }

/** Imports the same source again: what arrived is found, and what failed is tried once more (exchange.md#failed-parts-are-tried-again). */
export function RetryImport({ result: { from, preview, media }, onStarted }: Props) {
  const start = useAction('importItems')
  const { isPossible } = useAllowed('importItems')
  if (from === undefined || preview === true || !isPossible || media.failedTotal === 0) return null
  const retry = async () => {
    const started = await start.run(from, { confirm: true })
    if (!started) return
    followJob({ id: started.jobId, doing: 'Importing what failed', done: 'The import has ended.' })
    onStarted(started.jobId)
  }
  return (
    <>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-3 gap-y-2">
        <Button isBusy={start.isPending} onClick={() => void retry()}>
          Retry the failed parts
        </Button>
        <span className="text-muted">
          Reads the source again: nothing is imported twice, and articles edited since stay as they are.
        </span>
      </p>
      <DialogProblem error={start.error} />
    </>
  )
}
