import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

/** Takes back what calls changed, as a unit and field by field, and says whether that was possible. */
export function useTakeBack(): (...requestIds: string[]) => Promise<boolean> {
  const { run } = useAction('revertChanges')
  return async (...requestIds) => {
    const done = await run({ requestIds }, { confirm: true })
    const isDone = done !== null && (done.reverted > 0 || done.jobId !== null)
    toast(isDone ? 'Taken back.' : 'It could not be taken back. The log says why.')
    return isDone
  }
}
