import { z } from 'zod'

import { summaryOfRow } from '#areas/content/around.ts'
import { editableFields, statuses } from '#areas/content/item-fields.ts'
import { itemSummary } from '#areas/content/item-output.ts'
import { insertItem } from '#areas/content/item-writes.ts'
import { renderNew } from '#areas/content/rendering.ts'
import { requirePublishable } from '#areas/content/publishable.ts'
import { getSettings } from '#areas/organizations/index.ts'
import { requireDateWithStatus, transition } from '#areas/content/transitions.ts'
import { getCollection, requireEnabled } from '#areas/collections/index.ts'
import { operation } from '#kernel/operation.ts'
import { id, moment, title } from '#kernel/schema.ts'

export const createItem = operation({
  name: 'createItem',
  title: 'Create an item',
  summary: 'Creates an item in an enabled collection, as a draft unless status says otherwise.',
  scope: 'content:write',
  risk: 'write',
  confirm: {
    when: ({ status }) => status === 'published' || status === 'scheduled',
    rule: 'Required when status is published or scheduled.',
    alsoNeeds: 'content:publish',
  },
  errors: ['not_found', 'collection_disabled', 'plan_required', 'slug_taken', 'blocked_by_policy', 'not_connected'],
  examples: [
    {
      title: 'A draft in Markdown',
      input: {
        collectionId: 'articles',
        title: 'How to choose a CRM',
        content: '## First steps\n\nWrite down what you need.',
      },
    },
  ],
  input: z.strictObject({
    ...editableFields,
    collectionId: id('collection').describe('Collection id or slug'),
    title: title(300),
    status: z.enum(statuses).default('draft'),
    publishAt: moment().optional().describe('With status scheduled or published; in the future or in the past'),
  }),
  output: z.object({ item: itemSummary, jobId: z.null() }),

  prepare: (ctx, input) => renderNew(ctx, input),

  async handle(ctx, { collectionId, title: name, status, publishAt, ...changes }, rendered) {
    const { db, actor, requestId, now } = ctx
    requireDateWithStatus(status === 'draft' ? undefined : status, publishAt)
    const collection = await getCollection(db, collectionId)
    requireEnabled(collection, ctx.access.organization.plan)
    const state = transition(
      { status: 'draft', publishAt: null },
      status,
      publishAt === undefined ? undefined : new Date(publishAt),
      now,
    )
    if (status !== 'draft') requirePublishable(await getSettings(db), undefined)

    const row = await insertItem(db, {
      collection,
      title: name,
      changes,
      state,
      rendered,
      origin: actor.kind === 'user' ? 'human' : 'agent',
      authorship: { actor, requestId, now },
    })

    if (row.status === 'published') ctx.after('content.changed', { reason: 'published', itemIds: [row.id] })
    return { item: await summaryOfRow(ctx, row), jobId: null }
  },
})
