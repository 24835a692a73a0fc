import { z } from 'zod'

import { batchesOf, batchSize } from '#areas/undo/batches.ts'
import { bindPlan } from '#areas/undo/bind-plan.ts'
import { ended, findCalls, mostCalls } from '#areas/undo/calls.ts'
import { carryOut, type Prepared, prepareBodies } from '#areas/undo/carry-out.ts'
import { revertChangesJob } from '#areas/undo/jobs/revert-changes.ts'
import { planAsked } from '#areas/undo/plan.ts'
import type { Plan, Planned } from '#areas/undo/planned.ts'
import { describePlan, planOutput } from '#areas/undo/record-output.ts'
import { deliveries } from '#kernel/delivery.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { id, moment, text } from '#kernel/schema.ts'

const week = 7 * 24 * 3600 * 1000

const sitting = z
  .strictObject({
    credentialId: text(40).describe('key_... or grt_...'),
    from: moment(),
    to: moment(),
  })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= week, {
    path: ['to'],
    message: 'Must be after from, by 7 days at most',
  })

export const revertChanges = operation({
  name: 'revertChanges',
  title: 'Take changes back',
  summary:
    'Takes back what calls changed, field by field: by request ids, or all of a key or app in a time. dryRun shows the plan. An agent takes back its own calls only.',
  scope: 'content:write',
  risk: 'destructive',
  changesPublic: true,
  judgesCaller: true,
  startsJob: true,
  errors: ['not_found'],
  examples: [
    { title: 'One call', input: { requestIds: ['req_01jzz0000000000000000000zz'] } },
    {
      title: 'All of a key in an hour',
      input: {
        sitting: {
          credentialId: 'key_01jzz0000000000000000000zz',
          from: '2026-05-01T21:00:00Z',
          to: '2026-05-01T22:00:00Z',
        },
      },
    },
  ],
  input: z
    .strictObject({
      requestIds: z.array(id('request')).min(1).max(mostCalls).optional().describe('Calls, from listAgentAuditLog'),
      sitting: sitting.optional().describe('All changes of a key or app in a time of 7 days at most'),
      recordIds: z.array(text(40)).min(1).max(500).optional().describe('Only these records'),
      note,
    })
    .refine(({ requestIds, sitting: given }) => (requestIds === undefined) !== (given === undefined), {
      path: ['requestIds'],
      message: 'Give exactly one of requestIds and sitting',
    }),
  output: z.object({
    ...planOutput,
    reverted: z.int().describe('Records taken back by this call; 0 if a job does it'),
    deliveries: deliveries(),
    jobId: id('job').nullable(),
  }),

  async prepare(ctx, { recordIds, ...which }): Promise<Ready> {
    const { access, now, isRehearsal } = ctx
    const { records } = await ctx.read(async (db) =>
      planAsked(db, { calls: await findCalls(db, which, access), recordIds, scopes: access.scopes, now }),
    )
    const isByJob = records.length > batchSize
    const here = isByJob ? (isRehearsal ? firstOf(records) : []) : records
    return { isByJob, isRehearsal, prepared: await prepareBodies(ctx, here) }
  },

  async handle(ctx, { recordIds, ...which }, { isByJob, isRehearsal, prepared }) {
    const { db, access, now } = ctx
    const calls = await findCalls(db, which, access)
    const wanted = { calls, scopes: access.scopes }
    const plan = await planAsked(db, { ...wanted, recordIds, now })
    if (!isByJob) {
      const done = await carryOut(ctx, wanted, prepared)
      const stale = plan.skipped.filter(({ id: record }) => !prepared.versions.has(record))
      const told = { records: done.records, skipped: unique([...stale, ...done.skipped]) }
      return { ...describePlan(told), reverted: done.records.length, deliveries: [...done.deliveries], jobId: null }
    }
    const bound = await bindPlan(db, plan.records)
    const answer = { ...describePlan(plan), reverted: 0, deliveries: [] }
    if (isRehearsal) {
      // People who decide see the records as they would be.
      if (bound !== undefined) await carryOut(ctx, wanted, prepared)
      return { ...answer, jobId: null }
    }
    const input = {
      ...wanted,
      calls: ended(calls).map(({ requestId, operation: name, at }) => ({
        requestId,
        operation: name,
        at: at.toISOString(),
      })),
      scopes: [...access.scopes],
      batches: batchesOf(plan.records),
      ...(bound === undefined ? {} : { bound }),
    }
    const { jobId } = await ctx.start(revertChangesJob, input)
    return { ...answer, jobId }
  },
})

/** Whether a job does it, and the bodies of what this call itself takes back: all, or what its rehearsal shows. */
type Ready = { isByJob: boolean; isRehearsal: boolean; prepared: Prepared }

/** Batches of a job that are rehearsed: as many records as people are shown. */
const mostRehearsed = 2

function firstOf(records: readonly Planned[]): Planned[] {
  const ids = new Set(batchesOf(records).slice(0, mostRehearsed).flat())
  return records.filter(({ id: record }) => ids.has(record))
}

function unique(skipped: Plan['skipped']): Plan['skipped'] {
  const seen = new Map(skipped.map((one) => [`${one.type} ${one.id} ${one.code} ${one.fields.join()}`, one]))
  return [...seen.values()]
}
