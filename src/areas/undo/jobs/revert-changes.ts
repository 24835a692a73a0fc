import { z } from 'zod'

import { carryOut, prepareBodies } from '#areas/undo/carry-out.ts'
import { planOf } from '#areas/undo/plan.ts'
import type { Skipped } from '#areas/undo/planned.ts'
import { job } from '#kernel/job.ts'
import { moment } from '#kernel/schema.ts'
import { scopes } from '#kernel/scope.ts'

/** Takes back more records than a call does at once: each batch in one transaction, which a restart does not repeat. */
export const revertChangesJob = job({
  name: 'revertChanges',
  title: 'Take changes back',
  queue: 'bulk',
  scope: 'content:write',
  input: z.strictObject({
    calls: z.array(z.strictObject({ requestId: z.string(), operation: z.string(), at: moment() })),
    batches: z.array(z.array(z.string())),
    scopes: z.array(z.enum(scopes)),
    /** The versions that were approved, by record. */
    bound: z.record(z.string(), z.int()).optional(),
  }),

  async work(ctx, { batches, bound, ...input }) {
    const calls = input.calls.map((call) => ({ ...call, at: new Date(call.at) }))
    const versions = bound === undefined ? undefined : new Map(Object.entries(bound))
    const skipped: Skipped[] = []
    let reverted = 0
    for (const [at, recordIds] of batches.entries()) {
      ctx.signal.throwIfAborted()
      const wanted = { calls, recordIds, scopes: input.scopes }
      const now = ctx.now()
      const plan = await ctx.read((db) => planOf(db, { ...wanted, versions, now }))
      const prepared = await prepareBodies(ctx, plan.records)
      const done = await ctx.once(String(at), async ({ db, announce, shownChanged }) => {
        const { actor, access, requestId, baseUrl, checks } = ctx
        const place = { db, announce, shownChanged, actor, access, requestId, baseUrl, checks, now }
        const result = await carryOut(place, wanted, prepared)
        return { reverted: result.records.length, skipped: result.skipped }
      })
      reverted += done.reverted
      skipped.push(...done.skipped)
      await ctx.progress((at + 1) / batches.length)
    }
    return { result: { reverted, skipped } }
  },
})
