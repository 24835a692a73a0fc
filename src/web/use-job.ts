import type { OutputOf } from '#web/operations.ts'
import { useOperation } from '#web/use-operation.ts'

const ended = new Set(['succeeded', 'partial', 'failed', 'canceled'])

type Job = OutputOf<'getJob'>

/** Whether nothing more will come of a job in this state. */
export const isOver = ({ state }: { state: string }): boolean => ended.has(state)

/** A job that this screen waits for: how far it is, and what it gave once it has ended. Null: there is none. */
export function useJob(
  jobId: string | null,
  { everyMs = 1000 }: { everyMs?: number } = {},
): { job: Job | null; hasEnded: boolean; error: unknown; readAgain(): void } {
  const { data, error, refetch } = useOperation(
    'getJob',
    { jobId: jobId ?? 'job_none' },
    { enabled: jobId !== null, staleTime: 0, refetchInterval: everyMs },
  )
  const job = data && data.id === jobId ? data : null
  const hasEnded = job !== null && isOver(job)
  return { job, hasEnded, error: jobId === null ? null : error, readAgain: refetch }
}

/** The id of the newest job of a kind for a record, while it waits or runs. Null: there is none. Undefined: not known yet. */
export function useRunningJob(
  { kind, about }: { kind: string; about: string },
  { isLooked = true }: { isLooked?: boolean } = {},
): string | null | undefined {
  const list = useOperation('listJobs', { kind, about, pageSize: 1 }, { enabled: isLooked, staleTime: 0 })
  if (!isLooked || list.error !== null) return null
  const newest = list.data?.items[0]
  return list.data && (newest === undefined || isOver(newest) ? null : newest.id)
}
