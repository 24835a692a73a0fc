import { jobWords } from '#web/areas/jobs/jobs/job-words.ts'
import type { OutputOf } from '#web/operations.ts'
import { Status } from '#web/parts/status.tsx'

type Job = OutputOf<'listJobs'>['items'][number]

/** How a job stands, in a word; one that runs says how far it is. */
export function JobState({ state, progress }: Pick<Job, 'state' | 'progress'>) {
  const { tone, words } = jobWords[state]
  return <Status tone={tone}>{state === 'running' ? `${words}, ${Math.round(progress * 100)} %` : words}</Status>
}
