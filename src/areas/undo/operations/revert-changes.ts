import { z } from 'zod'

import { batchesOf, batchSize } from '#areas/undo/batches.ts'
import { ended, findCalls, mostCalls } from '#areas/undo/calls.ts'
import { carryOut, type Prepared, prepareBodies } from '#areas/undo/carry-out.ts'
import { revertChangesJob } from '#areas/undo/jobs/revert-changes.ts'
import { planAsked } from '#areas/undo/plan.ts'
import type { Plan } from '#areas/undo/planned.ts'
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

  async prepare(ctx, { recordIds, ...which }): Promise<{ prepared: Prepared | undefined; isRehearsal: boolean }> {
    const { access, now, isRehearsal } = ctx
    const plan = await ctx.read(async (db) =>
      planAsked(db, { calls: await findCalls(db, which, access), recordIds, scopes: access.scopes, now }),
    )
    const prepared = plan.records.length > batchSize ? undefined : await prepareBodies(ctx, plan.records)
    return { prepared, isRehearsal }
  },

  async handle(ctx, { recordIds, ...which }, { prepared, isRehearsal }) {
    const { db, access, now } = ctx
    const calls = await findCalls(db, which, access)
    const wanted = { calls, scopes: access.scopes }
    if (prepared !== undefined) {
      const plan = await planAsked(db, { ...wanted, recordIds, now })
      const done = await carryOut(ctx, wanted, prepared)
      const stale = plan.skipped.filter(({ id: record }) => !prepared.versions.has(record))
      const told = { records: done.records, skipped: unique([...stale, ...done.skipped]) }
      return { ...describePlan(told), reverted: done.records.length, deliveries: [...done.deliveries], jobId: null }
    }
    const plan = await planAsked(db, { ...wanted, recordIds, now })
    const answer = { ...describePlan(plan), reverted: 0, deliveries: [] }
    if (isRehearsal) return { ...answer, jobId: null }
    const input = {
      ...wanted,
      calls: ended(calls).map(({ requestId, operation: name, at }) => ({
        requestId,
        operation: name,
        at: at.toISOString(),
      })),
      scopes: [...access.scopes],
      batches: batchesOf(plan.records),
    }
    const { jobId } = await ctx.start(revertChangesJob, input)
    return { ...answer, jobId }
  },
})

function unique(skipped: Plan['skipped']): Plan['skipped'] {
  const seen = new Map(skipped.map((one) => [`${one.type} ${one.id} ${one.code} ${one.fields.join()}`, one]))
  return [...seen.values()]
}
