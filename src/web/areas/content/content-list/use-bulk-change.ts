import { useBulkRehearsal, type BulkPatch } from '#web/areas/content/content-list/use-bulk-rehearsal.ts'
import { followJob } from '#web/jobs-under-way.ts'
import type { ManagerItem } from '#web/operations.ts'
import { useAction } from '#web/use-operation.ts'

/** Said while the job runs, and when it is done. */
type Words = { doing: string; done: string }

/**
 * Changes many articles in one job, which is then shown beside the search: rehearsed first, and made by `start`. The patch is null
 * while the person has not chosen it.
 */
export function useBulkChange(items: readonly ManagerItem[], patch: BulkPatch | null, onDone: () => void) {
  const action = useAction('bulkUpdateItems')
  const rehearsal = useBulkRehearsal(items, patch, { isMade: action.isPending })
  async function start({ doing, done }: Words) {
    if (patch === null) return
    const started = await action.run({ ids: items.map(({ id }) => id), patch }, { confirm: true })
    if (!started) return
    if (started.jobId !== null) followJob({ id: started.jobId, doing, done })
    onDone()
  }
  return { rehearsal, start, isBusy: action.isPending, error: action.error }
}
