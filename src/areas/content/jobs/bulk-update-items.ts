import { storedId } from '#kernel/ids.ts'
import { z } from 'zod'

import { type BulkPatch, bulkLimit, bulkPatch } from '#areas/content/bulk-patch.ts'
import { changeItem, type Demand, demandOf } from '#areas/content/change-item.ts'
import { termLimits } from '#areas/content/fields/entries.ts'
import { termsOf } from '#areas/content/items.ts'
import { type Code, Refusal } from '#kernel/errors.ts'
import { job, type JobCtx, type JobWrites } from '#kernel/job.ts'
import { id } from '#kernel/schema.ts'

const confirmations = ['nothing', 'confirm', 'scope'] as const
type Confirmed = (typeof confirmations)[number]
/** What the call was confirmed for, and the version of the item that a person approved. */
type Agreed = { confirmed: Confirmed; version: number | undefined }
type Result = { id: string; ok: boolean; error?: { code: Code; message: string } }

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
    if (ctx.signal.aborted) throw error
    // A fault may be temporary: the job is tried again and continues here. On the last try it counts as this item's failure,
    // and the others get their turn.
    const isRefused = error instanceof Refusal && error.status < 500
    if (!isRefused && !ctx.isLastTry) throw error
    if (!isRefused) ctx.log.error({ jobId: ctx.jobId, itemId, err: error }, 'an item could not be changed')
    const told =
      error instanceof Refusal ? error : new Refusal('internal_error', 'Masthead could not change this item.')
    return ctx.once<Result>(itemId, async () => ({
      id: itemId,
      ok: false,
      error: { code: told.code, message: told.message },
    }))
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

/** Refuses what needs a confirmation that the call did not have: nobody confirmed that this item stops being public. */
function requireConfirmed(demand: Demand, confirmed: Confirmed): void {
  if (demand === false || confirmations.indexOf(demand) <= confirmations.indexOf(confirmed)) return
  throw new Refusal(
    'confirmation_required',
    'The item became public or scheduled after the call, which was not confirmed for that. Repeat it with "confirm": true.',
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
