import { newJob } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const jobsSamples: Samples<'jobs'> = {
  listJobs: async () => ({ input: { state: 'queued' } }),
  getJob: async (on) => ({ input: { jobId: await newJob(on) }, ids: ['jobId'] }),
  cancelJob: async (on) => ({
    input: { jobId: await newJob(on) },
    ids: ['jobId'],
    other: { jobId: await newJob(on) },
  }),
}
