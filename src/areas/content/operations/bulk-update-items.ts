import { z } from 'zod'

import { demandOf } from '#areas/content/changes/change-item.ts'
import { makesPublic } from '#areas/content/changes/transitions.ts'
import { bulkLimit, bulkPatch } from '#areas/content/fields/bulk-patch.ts'
import { bulkUpdate } from '#areas/content/jobs/bulk-update-items.ts'
import { bindItems } from '#areas/content/stored/bound-items.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { id, startedJob } from '#kernel/schema.ts'

export const bulkUpdateItems = operation({
  name: 'bulkUpdateItems',
  title: 'Change many items',
  summary: 'Changes up to 200 items in a job, each on its own. getJob gives result.results: {id, ok, error?} per item.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  confirm: {
    when: ({ patch: { status } }) => makesPublic(status),
    whenStored: (db, { ids, patch: { status } }, access) => demandOf(db, { ids, status, access }),
    rule: 'Required when the patch publishes, schedules, unpublishes or unschedules an item, and for published items where the organization asks for it.',
    alsoNeeds: 'content:publish',
  },
  examples: [
    {
      title: 'Add a tag',
      input: { ids: ['itm_01jzz0000000000000000000zz'], patch: { addTagIds: ['tag_01jzz0000000000000000000zz'] } },
    },
  ],
  input: z.strictObject({ ids: z.array(id('item')).min(1).max(bulkLimit), patch: bulkPatch, note }),
  output: startedJob(),

  async handle(ctx, { ids, patch }) {
    // The job is bound by what the call was confirmed for: an item may have become public by the time its turn comes.
    const { db, access } = ctx
    const demand = makesPublic(patch.status) ? 'scope' : await demandOf(db, { ids, status: patch.status, access })
    const bound = await bindItems(db, ids)
    return ctx.start(bulkUpdate, {
      ids: [...new Set(ids)],
      patch,
      confirmed: demand === false ? 'nothing' : demand,
      ...(bound === undefined ? {} : { bound }),
    })
  },
})
