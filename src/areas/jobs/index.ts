import { cancelJob } from './operations/cancel-job.ts'
import { getJob } from './operations/get-job.ts'
import { listJobs } from './operations/list-jobs.ts'

export { claimJobs, doOthersWait, keepJobs, nextJob, releaseJobs } from './claim-jobs.ts'
export { hasEnded, jobOutput, keptDays, openJob, removeOldJobs, wakeJobs, wakeJobsOn } from './jobs.ts'
export { type SeenText, textSince } from './text-so-far.ts'

export const operations = [listJobs, getJob, cancelJob] as const
