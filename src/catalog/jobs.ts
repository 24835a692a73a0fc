import type { AnyJob } from '#kernel/job.ts'

import * as areas from './areas.ts'

/** Every job of the product. */
export const jobs: readonly AnyJob[] = Object.values(areas).flatMap<AnyJob>((area) => ('jobs' in area ? area.jobs : []))

/** The kinds of jobs that nobody waits for. */
export const backgroundJobs: readonly string[] = jobs.flatMap(({ name, quiet }) => (quiet === 'all' ? name : []))
