import { useOperation } from '#web/use-operation.ts'
import type { OutputOf } from '#web/operations.ts'

const ended = new Set(['succeeded', 'partial', 'failed', 'canceled'])

type Job = OutputOf<'getJob'>

/** A job that this screen waits for: how far it is, and what it gave once it has ended. Null: there is none. */
export function useJob(jobId: string | null): { job: Job | null; hasEnded: boolean; error: unknown } {
  const { data, error } = useOperation(
    'getJob',
    { jobId: jobId ?? 'job_none' },
    { enabled: jobId !== null, staleTime: 0, refetchInterval: () => 1000 },
  )
  const job = data && data.id === jobId ? data : null
  return { job, hasEnded: job !== null && ended.has(job.state), error: jobId === null ? null : error }
}
