import { z } from 'zod'

import { makeItem } from '#areas/content/changes/make-item.ts'
import { refusalsOfPublishing } from '#areas/content/changes/publishable.ts'
import { renderNew } from '#areas/content/changes/rendering.ts'
import { makesPublic } from '#areas/content/changes/transitions.ts'
import { summaryIn } from '#areas/content/views/around.ts'
import { itemSummary } from '#areas/content/views/item-output.ts'
import { editableFields, statuses } from '#areas/items/index.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { publishingWarning } from '#kernel/publishing-warning.ts'
import { headline, id, moment } from '#kernel/schema.ts'

export const createItem = operation({
  name: 'createItem',
  title: 'Create an item',
  summary: 'Creates an item in an enabled collection, as a draft unless status says otherwise.',
  scope: 'content:write',
  risk: 'write',
  startsJob: true,
  confirm: {
    when: ({ status }) => makesPublic(status),
    rule: 'Required when status is published or scheduled.',
    alsoNeeds: 'content:publish',
  },
  errors: ['not_found', 'slug_taken', ...refusalsOfPublishing],
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
    title: headline(300),
    status: z.enum(statuses).default('draft'),
    publishAt: moment().optional().describe('With status scheduled or published; in the future or in the past'),
    note,
  }),
  output: z.object({ item: itemSummary, publishingWarnings: z.array(publishingWarning), jobId: id('job').nullable() }),

  prepare: (ctx, input) => renderNew(ctx, input),

  async handle(ctx, { collectionId, title: name, status, publishAt, ...changes }, rendered) {
    const { actor, requestId, now } = ctx
    const origin = actor.kind === 'user' ? 'human' : 'agent'
    const { made, publishingWarnings } = await makeItem(
      ctx,
      { collection: collectionId, title: name, changes, status, publishAt, rendered, origin },
      { actor, requestId, now },
    )
    return { item: summaryIn(made, ctx), publishingWarnings, jobId: ctx.carriedBy() }
  },
})
