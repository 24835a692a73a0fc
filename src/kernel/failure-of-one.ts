import { maskCredentials } from './credential-text.ts'
import { Refusal } from './errors.ts'
import type { JobCtx, JobError } from './job.ts'

/**
 * Why one of many changes of a job failed, as its result says. Rethrows what may be temporary: the job is tried again and continues
 * there. On the last try it counts as the failure of this one, and the others get their turn.
 */
export function failureOfOne(
  { signal, isLastTry, jobId, log }: Pick<JobCtx, 'signal' | 'isLastTry' | 'jobId' | 'log'>,
  error: unknown,
  itemId: string,
): JobError {
  if (signal.aborted) throw error
  const isRefused = error instanceof Refusal && error.status < 500
  if (!isRefused && !isLastTry) throw error
  if (!isRefused) log.error({ jobId, itemId, err: error }, 'an item could not be changed')
  const told = error instanceof Refusal ? error : new Refusal('internal_error', 'Masthead could not change this item.')
  return { code: told.code, message: maskCredentials(told.message) }
}
