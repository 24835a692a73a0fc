import { setTimeout as pause } from 'node:timers/promises'

import { z } from 'zod'

import { findJob, hasEnded, jobOutput, outputOfJob, stateOf } from '#areas/jobs/jobs.ts'
import type { PrepareCtx } from '#kernel/context.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

const lookEveryMs = 250

export const getJob = operation({
  name: 'getJob',
  title: 'Read a job',
  summary: 'State, progress and result of a job. waitSeconds waits until it has ended, or for that long.',
  scope: 'org:read',
  risk: 'read',
  errors: ['not_found'],
  examples: [{ title: 'Wait for the end', input: { jobId: 'job_01jzz0000000000000000000zz', waitSeconds: 20 } }],
  input: z.strictObject({
    jobId: id('job'),
    waitSeconds: z.int().min(0).max(20).default(0).describe('Longest wait for the end, in seconds'),
  }),
  output: jobOutput,

  prepare: waitForEnd,

  async handle({ db, access }, { jobId }) {
    return outputOfJob(await findJob(db, jobId), access.scopes)
  },
})

// The wait holds no connection: each look is a short transaction of its own.
async function waitForEnd(
  { read, signal }: PrepareCtx,
  { jobId, waitSeconds }: { jobId: string; waitSeconds: number },
): Promise<void> {
  const until = performance.now() + waitSeconds * 1000
  for (;;) {
    const left = until - performance.now()
    if (left <= 0 || signal?.aborted === true) return
    if (hasEnded(await read((db) => stateOf(db, jobId)))) return
    await pause(Math.min(lookEveryMs, left))
  }
}
