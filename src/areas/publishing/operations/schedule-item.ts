import { z } from 'zod'

import { editItem, itemSummary, refusalsOfPublishing, summaryIn, transition } from '#areas/content/index.ts'
import { lockUntrashedWorld, notAllowed } from '#areas/items/index.ts'
import { lockSettings } from '#areas/organizations/index.ts'
import { collectionToPublish } from '#areas/publishing/go-live.ts'
import { nextSlot } from '#areas/publishing/slots.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { id, ifVersion, moment } from '#kernel/schema.ts'

export const scheduleItem = operation({
  name: 'scheduleItem',
  title: 'Schedule an item',
  summary: 'Publishes a draft or scheduled item at a time within two years, or in the next free slot of the calendar.',
  scope: 'content:publish',
  risk: 'publish',
  errors: ['not_found', 'invalid_transition', ...refusalsOfPublishing],
  examples: [
    { title: 'Next free slot', input: { id: 'itm_01jzz0000000000000000000zz', slot: 'next' } },
    { title: 'At a time', input: { id: 'itm_01jzz0000000000000000000zz', publishAt: '2027-01-31T09:30:00+01:00' } },
  ],
  input: z
    .strictObject({
      id: id('item'),
      publishAt: moment().optional(),
      slot: z.enum(['next']).optional().describe('Instead of publishAt'),
      ifVersion,
      note,
    })
    .refine(({ publishAt, slot }) => (publishAt === undefined) !== (slot === undefined), {
      path: ['publishAt'],
      message: 'Give exactly one of publishAt and slot',
    }),
  output: z.object({ item: itemSummary }),

  async handle(ctx, { id: itemId, publishAt, slot, ifVersion: version }) {
    const { db, checks, actor, requestId, now } = ctx
    // One call at a time takes a slot: the second one finds it taken.
    if (slot !== undefined) await lockSettings(db)
    const world = await lockUntrashedWorld(db, { id: itemId, ifVersion: version, to: 'scheduled' })
    const { row, settings } = world
    if (row.status === 'published') throw notAllowed('published', 'scheduled')
    collectionToPublish(ctx, world)

    const date = publishAt === undefined ? await nextSlot(db, settings, { now, but: row.id }) : new Date(publishAt)
    const state = transition(row, 'scheduled', date, now)
    const { after } = await editItem(ctx, { world, changes: {}, state, authorship: { actor, requestId, now } })

    await checks.requireNoErrors(db, after)
    return { item: summaryIn(after, ctx) }
  },
})
