import { keysOf } from '#std/objects.ts'
import { idOf, oneOf, page, searchBy, words } from '#web/address.ts'
import { jobKinds } from '#web/areas/jobs/jobs/job-kinds.ts'

export const jobStates = ['queued', 'running', 'succeeded', 'partial', 'failed', 'canceled'] as const

/** The state of the list of jobs, all of it in the address. */
export const jobsSearch = searchBy({
  search: words(),
  kind: oneOf(keysOf(jobKinds)),
  state: oneOf(jobStates),
  page,
  /** The job whose panel is open. */
  job: idOf('job'),
})
export type JobsSearch = ReturnType<typeof jobsSearch>
