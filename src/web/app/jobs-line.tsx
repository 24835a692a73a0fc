import { Suspense } from 'react'

import { firstScreen } from '#web/first-screen.ts'
import { jobsUnderWay } from '#web/jobs-under-way.ts'
import { late } from '#web/parts/late.ts'
import { useStore } from '#web/store.ts'

const JobUnderWay = late(() => import('#web/app/job-under-way.tsx'))

const RunningJobs = late(() => firstScreen.then(() => import('#web/app/running-jobs.tsx')))

/** The jobs that this tab started, and those of others. */
export function JobsLine() {
  const jobs = useStore(jobsUnderWay)
  return (
    <div role="status" aria-label="Jobs" className="flex min-w-0 gap-4 text-muted">
      <Suspense>
        {jobs.map((job) => (
          <JobUnderWay key={job.id} job={job} />
        ))}
        <RunningJobs />
      </Suspense>
    </div>
  )
}
