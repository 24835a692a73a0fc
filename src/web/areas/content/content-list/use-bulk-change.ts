import { followJob } from '#web/jobs-under-way.ts'
import type { InputOf, ManagerItem } from '#web/operations.ts'
import { useAction } from '#web/use-operation.ts'

type Patch = InputOf<'bulkUpdateItems'>['patch']
type Words = { doing: string; done: string }

/** Changes many articles in one job, which is then shown beside the search. `change` returns whether it was started. */
export function useBulkChange(items: readonly ManagerItem[], onDone: () => void) {
  const action = useAction('bulkUpdateItems')
  async function change(patch: Patch, { doing, done }: Words, options: { confirm?: true } = {}) {
    const started = await action.run({ ids: items.map(({ id }) => id), patch }, options)
    if (!started) return
    if (started.jobId !== null) followJob({ id: started.jobId, doing, done })
    onDone()
  }
  return { change, action, isPending: action.isPending, error: action.error }
}
