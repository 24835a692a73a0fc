import { z } from 'zod'

import { changeOneOfMany } from '#areas/content/changes/bulk-change.ts'
import { type BulkPatch, bulkPatch } from '#areas/content/changes/bulk-patch.ts'
import { demandOf } from '#areas/content/changes/change-item.ts'
import { makesPublic } from '#areas/content/changes/transitions.ts'
import { bulkUpdate } from '#areas/content/jobs/bulk-update-items.ts'
import { statuses } from '#areas/items/index.ts'
import { bindForJob } from '#kernel/bind-records.ts'
import type { Confirmed } from '#kernel/confirmed.ts'
import type { Ctx } from '#kernel/context.ts'
import { Refusal } from '#kernel/errors.ts'
import type { ItemId } from '#kernel/ids.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { id, startedJob } from '#kernel/schema.ts'
import { bulkLimit, mostRehearsed } from '#std/bulk-limit.ts'

const titles = {
  published: 'Publish many items',
  scheduled: 'Schedule many items',
  draft: 'Make many items drafts',
} as const

export const bulkUpdateItems = operation({
  name: 'bulkUpdateItems',
  title: 'Change many items',
  titleOf: ({ patch: { status } }) => (status === undefined ? 'Change many items' : titles[status]),
  summary:
    'Changes up to 200 items in a job, each on its own. getJob returns result.results: {id, ok, error?} per item.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  confirm: {
    when: ({ patch: { status } }) => makesPublic(status),
    whenStored: (db, { ids, patch: { status } }, access) => demandOf(db, { ids, status, access }),
    rule: 'Required when the patch publishes, schedules, unpublishes or unschedules an item, and for published items if the organization asks for it.',
    alsoNeeds: 'content:publish',
  },
  examples: [
    {
      title: 'Add a tag',
      input: { ids: ['itm_01jzz0000000000000000000zz'], patch: { addTagIds: ['tag_01jzz0000000000000000000zz'] } },
    },
  ],
  input: z.strictObject({ ids: z.array(id('item')).min(1).max(bulkLimit), patch: bulkPatch, note }),
  output: startedJob().extend({
    results: z
      .array(
        z.object({
          id: id('item'),
          ok: z.boolean(),
          title: z.string().optional(),
          status: z.enum(statuses).optional(),
          changed: z.array(z.string()).optional().describe('Fields that differ then'),
          error: z.object({ code: z.string(), message: z.string() }).optional(),
        }),
      )
      .nullable()
      .describe(`In a dry run: what becomes of the first ${mostRehearsed}`),
  }),

  prepare: async ({ isRehearsal }) => ({ isRehearsal }),

  async handle(ctx, { ids: given, patch }, { isRehearsal }) {
    const ids = [...new Set(given)]
    // The job is bound by what the call was confirmed for: an item may have become public by the time its turn comes.
    const { db, access } = ctx
    const demand = makesPublic(patch.status) ? 'scope' : await demandOf(db, { ids, status: patch.status, access })
    const bound = await bindForJob(db, 'item', ids)
    const confirmed = demand === false ? 'nothing' : demand
    const started = await ctx.start(bulkUpdate, {
      ids,
      patch,
      confirmed,
      ...(bound === undefined ? {} : { bound }),
    })
    return {
      ...started,
      results: isRehearsal ? await rehearsed(ctx, ids.slice(0, mostRehearsed), patch, confirmed) : null,
    }
  },
})

/** What becomes of each item, in the transaction of a rehearsal: the job is not there to say it (calls.md#dry-runs). */
async function rehearsed(ctx: Ctx<'write', true>, ids: readonly ItemId[], patch: BulkPatch, confirmed: Confirmed) {
  const { actor, requestId, now } = ctx
  const results = []
  for (const itemId of ids) {
    const one = { id: itemId, patch, agreed: { confirmed, version: undefined } }
    try {
      const { after, changed } = await changeOneOfMany(ctx, one, { actor, requestId, now })
      const { title, effective_status: status } = after.row
      results.push({ id: itemId, ok: true, title, status, changed })
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error
      const { code, message } = error
      results.push({ id: itemId, ok: false, error: { code, message } })
    }
  }
  return results
}
