import { z } from 'zod'

import { refundCredits, settleCredits } from '#areas/account/index.ts'
import { endCanceled, hasEnded, jobOutput, lockJob, outputOfJob } from '#areas/jobs/jobs.ts'
import type { Access } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'
import { scopeObjection } from '#kernel/scope-objection.ts'
import type { Scope } from '#kernel/scope.ts'

export const cancelJob = operation({
  name: 'cancelJob',
  title: 'Cancel a job',
  summary: 'Ends a job that waits or runs. What it has done so far stays; credits that it reserved go back.',
  scope: 'org:write',
  risk: 'write',
  ownRecord: true,
  judgesCaller: true,
  errors: ['not_found', 'invalid_transition'],
  examples: [{ title: 'Cancel', input: { jobId: 'job_01jzz0000000000000000000zz' } }],
  input: z.strictObject({ jobId: id('job') }),
  output: jobOutput.extend({ refundedCredits: z.int() }),

  async handle({ db, access }, { jobId }) {
    const job = await lockJob(db, jobId)
    requireRight(access, { startedBy: job.user_id, scope: job.scope as Scope })
    if (hasEnded(job.state)) {
      throw new Refusal(
        'invalid_transition',
        `The job is already ${job.state}: only one that waits or runs can be canceled.`,
        {
          state: job.state,
          allowed: [],
        },
      )
    }

    const canceled = await endCanceled(db, jobId)
    const used = await answersOfRun(db, jobId)
    const refundedCredits = used === 0 ? await refundCredits(db, jobId) : await settleCredits(db, { jobId, used })
    return { ...outputOfJob(canceled, access.scopes), refundedCredits }
  },
})

/** Answers of a run that arrived are kept and paid (visibility.md#canceled-runs-keep-answers). */
async function answersOfRun(db: Reader, jobId: string): Promise<number> {
  const run = await db
    .selectFrom('asv_run')
    .select(['ok', 'refused', 'cut_off'])
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return run === undefined ? 0 : run.ok + run.refused + run.cut_off
}

// A person cancels their own jobs whatever the role (jobs.md#who-cancels).
function requireRight(access: Access, { startedBy, scope }: { startedBy: string; scope: Scope }): void {
  const isPerson = access.actor.kind === 'user'
  if (isPerson && startedBy === access.actor.userId) return
  const objection = (isPerson ? scopeObjection('org:write', access) : undefined) ?? scopeObjection(scope, access)
  if (objection !== undefined) throw objection
}
