import { z } from 'zod'

import {
  itemSummary,
  type PreparedRevision,
  preparePending,
  refusalsOfPublishing,
  summaryIn,
} from '#areas/content/index.ts'
import { lockUntrashedWorld, type World } from '#areas/items/index.ts'
import { applyPending } from '#areas/publishing/apply-pending.ts'
import { goLive } from '#areas/publishing/go-live.ts'
import type { DeliveryRef } from '#kernel/change.ts'
import { deliveries } from '#kernel/delivery.ts'
import { note } from '#kernel/note.ts'
import { operation } from '#kernel/operation.ts'
import { publishingWarning } from '#kernel/publishing-warning.ts'
import { id, ifVersion, text } from '#kernel/schema.ts'

export const publishItem = operation({
  name: 'publishItem',
  title: 'Publish an item',
  summary:
    'Publishes a draft or scheduled item: it is public at once. For a published one, applies the rewrite that waits.',
  scope: 'content:publish',
  risk: 'publish',
  startsJob: true,
  errors: ['not_found', 'invalid_transition', 'conflict', 'slug_taken', ...refusalsOfPublishing],
  examples: [{ title: 'Publish', input: { id: 'itm_01jzz0000000000000000000zz' } }],
  input: z.strictObject({
    id: id('item'),
    acceptWarnings: z.array(text(60)).max(60).optional().describe('Codes of errors to let pass'),
    ifVersion,
    note,
  }),
  output: z.object({
    item: itemSummary,
    publishingWarnings: z.array(publishingWarning),
    deliveries: deliveries(),
    jobId: id('job').nullable(),
  }),

  prepare: (ctx, { id: itemId }) => preparePending(ctx, itemId),

  async handle(ctx, { id: itemId, acceptWarnings, ifVersion: version }, pending: PreparedRevision | undefined) {
    const { db, checks, actor, requestId, now } = ctx
    const world = await lockUntrashedWorld(db, { id: itemId, ifVersion: version, to: 'published' })
    const { row } = world
    const answer = async (after: World, told: readonly DeliveryRef[]) => {
      const warnings = await checks.check(db, after)
      const choice = { warnings, acceptWarnings, namesAlternative: false }
      if (after !== world) await checks.requireNoErrors(db, after, choice)
      return {
        item: summaryIn(after, ctx),
        publishingWarnings: warnings,
        deliveries: [...told],
        jobId: ctx.carriedBy(),
      }
    }
    if (row.status === 'published' && row.pending_revision === null) return answer(world, [])

    const authorship = { actor, requestId, now }
    const { after, told } =
      row.status === 'published'
        ? await applyPending(ctx, { world, pending }, authorship)
        : await goLive(ctx, { world, publishAt: row.first_published_at ?? now }, authorship)

    return answer(after, told)
  },
})
