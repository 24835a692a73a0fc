import { z } from 'zod'

import { refundCredits } from '#areas/account/index.ts'
import { endCanceled, hasEnded, jobOutput, lockJob, outputOfJob } from '#areas/jobs/jobs.ts'
import type { Access } from '#kernel/access.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'
import type { Scope } from '#kernel/scope.ts'
import { scopeObjection } from '#kernel/scope-objection.ts'

export const cancelJob = operation({
  name: 'cancelJob',
  title: 'Cancel a job',
  summary: 'Ends a job that waits or runs. What it has done so far stays; credits that it reserved go back.',
  scope: 'org:write',
  risk: 'write',
  ownRecord: true,
  errors: ['not_found', 'invalid_transition'],
  examples: [{ title: 'Cancel', input: { jobId: 'job_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ jobId: id('job') }),
  output: jobOutput.extend({ refundedCredits: z.int() }),

  async handle({ db, access }, { jobId }) {
    const job = await lockJob(db, jobId)
    requireRight(access, { startedBy: job.user_id, scope: job.scope as Scope })
    if (hasEnded(job.state)) {
      throw new Refusal('invalid_transition', `The job is ${job.state} already: only one that waits or runs ends so.`, {
        state: job.state,
        allowed: [],
      })
    }

    const canceled = await endCanceled(db, jobId)
    const refundedCredits = await refundCredits(db, jobId)
    return { ...outputOfJob(canceled, access.scopes), refundedCredits }
  },
})

// A person cancels their own jobs whatever the role (jobs.md#who-cancels).
function requireRight(access: Access, { startedBy, scope }: { startedBy: string; scope: Scope }): void {
  const isPerson = access.actor.kind === 'user'
  if (isPerson && startedBy === access.actor.userId) return
  const objection = (isPerson ? scopeObjection('org:write', access) : undefined) ?? scopeObjection(scope, access)
  if (objection !== undefined) throw objection
}
