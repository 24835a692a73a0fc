import { createStore } from '#web/store.ts'

/** A job that this tab started: its id, what it does while it runs ("Publishing 3 articles"), what is said at its end. */
export type JobUnderWay = { id: string; doing: string; done: string }

export const jobsUnderWay = createStore<readonly JobUnderWay[]>([])

/** Shows a job beside the search until it has ended, on whatever screen one is then. */
export function followJob(job: JobUnderWay): void {
  jobsUnderWay.set([...jobsUnderWay.get(), job])
}

export function leaveJob(id: string): void {
  jobsUnderWay.set(jobsUnderWay.get().filter((job) => job.id !== id))
}
