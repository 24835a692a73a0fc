import { z } from 'zod'

import { tellRequester } from '#areas/content/reviews/review-mails.ts'
import { decisions, latestReview, setReviewState, storeDecision, writersOf } from '#areas/content/reviews/reviews.ts'
import { lockUntrashed } from '#areas/items/index.ts'
import { getSettings } from '#areas/organizations/index.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, ifVersion, text } from '#kernel/schema.ts'

export const submitItemReview = operation({
  name: 'submitItemReview',
  title: 'Decide a review',
  summary: 'Approves an item whose review was requested, or asks for changes. It publishes nothing.',
  scope: 'content:publish',
  risk: 'write',
  judgesCaller: true,
  errors: ['not_found', 'invalid_transition', 'role_forbidden', 'version_conflict'],
  examples: [
    { title: 'Approve', input: { id: 'itm_01jzz0000000000000000000zz', decision: 'approve' } },
    {
      title: 'Ask for changes',
      input: { id: 'itm_01jzz0000000000000000000zz', decision: 'changes', note: 'The second step lacks a source.' },
    },
  ],
  input: z.strictObject({
    id: id('item'),
    decision: z.enum(decisions),
    note: text(2000).optional(),
    ifVersion,
  }),
  output: z.object({ reviewState: z.enum(['approved', 'changes_requested']), version: z.int() }),

  async handle(ctx, { id: itemId, decision, note, ifVersion: version }) {
    const { db, actor, now } = ctx
    const row = await lockUntrashed(db, { id: itemId, ifVersion: version, to: 'reviewed' })
    const review = await latestReview(db, row.id)
    if (row.review_state !== 'requested' || review === undefined) throw notRequested(row.review_state)
    if (decision === 'approve') await requireFourEyes(db, row.id, actor.userId)

    await storeDecision(db, review, { by: actor.userId, decision, note, now })
    const reviewState = decision === 'approve' ? ('approved' as const) : ('changes_requested' as const)
    const after = await setReviewState(db, row, reviewState, now)

    await tellRequester(ctx, { row: after, requestedBy: review.requested_by, decision, note })
    return { reviewState, version: after.version }
  },
})

function notRequested(reviewState: string): Refusal {
  return new Refusal(
    'invalid_transition',
    'No review of this item is currently requested. Ask for one with requestItemReview.',
    {
      state: reviewState,
      allowed: ['requestItemReview'],
    },
  )
}

/** With four-eyes approval, nobody approves what they wrote, by hand or through an agent (publishing.md#four-eyes). */
async function requireFourEyes(db: Writer, itemId: string, userId: string): Promise<void> {
  const { fourEyes } = (await getSettings(db)).publishingPolicy
  if (!fourEyes || !(await writersOf(db, itemId)).has(userId)) return
  throw new Refusal(
    'role_forbidden',
    'The organization asks for four eyes: the person who wrote an item cannot approve it. Ask another editor.',
    { fourEyes: true },
  )
}
