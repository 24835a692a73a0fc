import { z } from 'zod'

import { changeItem, demandOf } from '#areas/content/changes/change-item.ts'
import { refusalsOfPublishing } from '#areas/content/changes/publishable.ts'
import { renderChanged } from '#areas/content/changes/rendering.ts'
import { makesPublic } from '#areas/content/changes/transitions.ts'
import { summaryIn } from '#areas/content/views/around.ts'
import { itemSummary } from '#areas/content/views/item-output.ts'
import { editableFields, statuses } from '#areas/items/index.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { publishingWarning } from '#kernel/publishing-warning.ts'
import { changes, id, ifVersion, moment } from '#kernel/schema.ts'

export const updateItem = operation({
  name: 'updateItem',
  title: 'Change an item',
  summary: 'Changes the given fields of an item. A published item changes live at once. listManagerItems lists ids.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  confirm: {
    when: ({ status }) => makesPublic(status),
    whenStored: (db, { id: itemId, status }, access) => demandOf(db, { ids: [itemId], status, access }),
    rule: 'Required when the input publishes, schedules, unpublishes or unschedules, and for edits of a published item if the organization asks for it.',
    alsoNeeds: 'content:publish',
  },
  errors: ['not_found', 'slug_taken', 'invalid_transition', 'conflict', ...refusalsOfPublishing],
  examples: [
    {
      title: 'SEO fields',
      input: {
        id: 'itm_01jzz0000000000000000000zz',
        seoTitle: 'How to choose a CRM',
        metaDescription: 'Five steps to the CRM that fits.',
      },
    },
    { title: 'Publish', input: { id: 'itm_01jzz0000000000000000000zz', status: 'published' } },
  ],
  input: changes(
    {
      ...editableFields,
      id: id('item'),
      status: z.enum(statuses).optional(),
      publishAt: moment().optional().describe('With status scheduled or published; in the future or in the past'),
      ifVersion,
      note,
    },
    'id',
  ),
  output: z.object({
    item: itemSummary,
    changed: z.array(z.string()),
    publishingWarnings: z.array(publishingWarning).optional().describe('Of an item that is published afterwards'),
    jobId: id('job').nullable(),
  }),

  prepare: (ctx, { id: itemId, ...fields }) => renderChanged(ctx, itemId, fields),

  async handle(ctx, { id: itemId, status, publishAt, ifVersion: version, ...fields }, prepared) {
    const { actor, requestId, now } = ctx
    const { after, changed, ...found } = await changeItem(
      ctx,
      { id: itemId, changes: fields, status, publishAt, ifVersion: version, prepared },
      // A change of status is a step of its own; what follows it begins a new revision.
      { actor, requestId, now, isSave: actor.credentialType === 'session' && status === undefined },
    )
    return { item: summaryIn(after, ctx), changed, ...found, jobId: ctx.carriedBy() }
  },
})
