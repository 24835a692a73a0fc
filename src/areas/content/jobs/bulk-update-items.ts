import { z } from 'zod'

import { type Agreed, changeOneOfMany } from '#areas/content/changes/bulk-change.ts'
import { type BulkPatch, bulkPatch } from '#areas/content/changes/bulk-patch.ts'
import { confirmations } from '#kernel/confirmed.ts'
import { failureOfOne } from '#kernel/failure-of-one.ts'
import { job, type JobCtx, type JobError } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'
import { bulkLimit } from '#std/bulk-limit.ts'

type Result = { id: string; ok: boolean; error?: JobError }

/** Changes items one by one: each in a transaction of its own, which also stores its result (publishing.md#bulk-keeps-its-confirmation). */
export const bulkUpdate = job({
  name: 'bulkUpdateItems',
  title: 'Change many articles',
  queue: 'quick',
  scope: 'content:write',
  input: z.strictObject({
    ids: z.array(id('item')).max(bulkLimit),
    patch: bulkPatch,
    confirmed: z.enum(confirmations),
    bound: z.record(z.string(), z.int()).optional(),
  }),

  async work(ctx, { ids, patch, confirmed, bound }) {
    const results: Result[] = []
    for (const itemId of ids) {
      ctx.signal.throwIfAborted()
      results.push(await changed(ctx, itemId, patch, { confirmed, version: bound?.[itemId] }))
      if (results.length % 20 === 0) await ctx.progress(results.length / ids.length)
    }
    return { result: { results }, state: results.every(({ ok }) => ok) ? 'succeeded' : 'partial' }
  },
})

async function changed(ctx: JobCtx, itemId: string, patch: BulkPatch, agreed: Agreed): Promise<Result> {
  try {
    return await ctx.once<Result>(itemId, async (inside) => {
      const { actor, requestId, access, baseUrl, checks } = ctx
      const { db, announce } = inside
      await changeOneOfMany(
        { db, announce, access, baseUrl, checks },
        { id: itemId, patch, agreed },
        { actor, requestId, now: ctx.now() },
      )
      return { id: itemId, ok: true }
    })
  } catch (error) {
    const failure = failureOfOne(ctx, error, itemId)
    return ctx.once<Result>(itemId, async () => ({ id: itemId, ok: false, error: failure }))
  }
}
