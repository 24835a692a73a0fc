import { z } from 'zod'

import { changeItem, demandOf } from '#areas/content/changes/change-item.ts'
import { confirmations, type Confirmed, requireConfirmed } from '#areas/content/changes/confirmed.ts'
import { type BulkPatch, bulkLimit, bulkPatch } from '#areas/content/fields/bulk-patch.ts'
import { termLimits } from '#areas/content/fields/entries.ts'
import { termsOf } from '#areas/content/stored/items.ts'
import { Refusal } from '#kernel/errors.ts'
import { failureOfOne } from '#kernel/failure-of-one.ts'
import { storedId } from '#kernel/ids.ts'
import { job, type JobCtx, type JobError, type JobWrites } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'

/** What the call was confirmed for, and the version of the item that a person approved. */
type Agreed = { confirmed: Confirmed; version: number | undefined }
type Result = { id: string; ok: boolean; error?: JobError }

/** Changes items one by one: each in a transaction of its own, which also stores its result (publishing.md#bulk-keeps-its-confirmation). */
export const bulkUpdate = job({
  name: 'bulkUpdateItems',
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
      await change(ctx, inside, itemId, patch, agreed)
      return { id: itemId, ok: true }
    })
  } catch (error) {
    const failure = failureOfOne(ctx, error, itemId)
    return ctx.once<Result>(itemId, async () => ({ id: itemId, ok: false, error: failure }))
  }
}

async function change(
  ctx: JobCtx,
  { db, announce }: JobWrites,
  itemId: string,
  { status, publishAt, addTagIds, ...changes }: BulkPatch,
  { confirmed, version }: Agreed,
): Promise<void> {
  requireConfirmed(await demandOf(db, { ids: [itemId], status, access: ctx.access }), confirmed)
  const tagIds = addTagIds === undefined ? changes.tagIds : await withTags(db, itemId, addTagIds)
  const { actor, requestId, access, baseUrl, checks } = ctx
  await changeItem(
    { db, announce, access, baseUrl, checks },
    {
      id: itemId,
      status,
      publishAt,
      changes: tagIds === undefined ? changes : { ...changes, tagIds },
      ifVersion: version,
    },
    { actor, requestId, now: ctx.now() },
  )
}

async function withTags(db: JobWrites['db'], itemId: string, more: readonly string[]) {
  const stored = (await termsOf(db, [itemId])).get(itemId)?.tag ?? []
  const tagIds = [...new Set([...stored.map((tag) => tag.id), ...more])]
  if (tagIds.length > termLimits.tag)
    throw new Refusal('validation_failed', `An item has at most ${termLimits.tag} tags.`, [
      { path: '/input/patch/addTagIds', message: `At most ${termLimits.tag} tags`, code: 'too_big' },
    ])
  return tagIds.map((id) => storedId('tag', id))
}
