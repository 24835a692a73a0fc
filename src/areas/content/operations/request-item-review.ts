import { z } from 'zod'

import { tellReviewers } from '#areas/content/reviews/review-mails.ts'
import { mayMail, setReviewState, storeRequest, writersOf } from '#areas/content/reviews/reviews.ts'
import { lockUntrashed } from '#areas/items/index.ts'
import { findReviewers, getSettings, type Reviewer } from '#areas/organizations/index.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id, ifVersion, text } from '#kernel/schema.ts'

export const requestItemReview = operation({
  name: 'requestItemReview',
  title: 'Ask for a review',
  summary:
    'Asks members to review an item and mails each once a day. listMembers names them; they need the role editor or higher.',
  scope: 'content:write',
  risk: 'write',
  errors: ['not_found', 'invalid_transition', 'version_conflict'],
  examples: [
    {
      title: 'Ask a colleague',
      input: { id: 'itm_01jzz0000000000000000000zz', reviewerUserIds: ['usr_01jzz0000000000000000000zz'] },
    },
  ],
  input: z.strictObject({
    id: id('item'),
    reviewerUserIds: z.array(id('user')).min(1).max(10),
    note: text(2000).optional(),
    ifVersion,
  }),
  output: z.object({
    reviewState: z.literal('requested'),
    version: z.int(),
    mailed: z.int().describe('Reviewers who got a mail; all see it among what waits for them'),
  }),

  async handle(ctx, { id: itemId, reviewerUserIds, note, ifVersion: version }) {
    const { db, actor, now } = ctx
    const row = await lockUntrashed(db, { id: itemId, ifVersion: version, to: 'reviewed' })
    if (row.review_state === 'approved')
      throw new Refusal(
        'invalid_transition',
        'This item is approved: publish it with publishItem, or ask again once it has been edited with updateItem.',
        { state: 'approved', requested: 'requested', allowed: ['publishItem', 'updateItem'] },
      )
    const reviewers = await requireReviewers(db, row.id, [...new Set(reviewerUserIds)])

    const userIds = reviewers.map(({ userId }) => userId)
    const mailable = await mayMail(db, { itemId: row.id, userIds, now })
    await storeRequest(db, row.id, {
      requestedBy: actor.userId,
      reviewerIds: userIds,
      note,
      now,
    })
    const after = await setReviewState(db, row, 'requested', now)

    const told = reviewers.filter(({ userId }) => mailable.has(userId))
    const mailed = await tellReviewers(ctx, { row: after, reviewers: told, note })
    return { reviewState: 'requested' as const, version: after.version, mailed }
  },
})

/** The people, each of whom can decide about this item; the order is kept. */
async function requireReviewers(db: Writer, itemId: string, userIds: readonly string[]): Promise<Reviewer[]> {
  const members = await findReviewers(db, userIds)
  const { fourEyes } = (await getSettings(db)).publishingPolicy
  const writers = fourEyes ? await writersOf(db, itemId) : new Set<string>()
  return userIds.map((userId) => {
    const member = members.get(userId)
    if (member === undefined)
      throw new Refusal(
        'not_found',
        'A reviewer is not a member of this organization. listMembers names the members.',
        {
          path: '/input/reviewerUserIds',
          id: userId.slice(0, 200),
        },
      )
    if (!member.mayReview) throw unfit('A reviewer needs the role editor or higher, and an active membership.', userId)
    if (writers.has(userId))
      throw unfit('The organization asks for four eyes, and this reviewer wrote the item.', userId)
    return member
  })
}

const unfit = (message: string, userId: string) =>
  new Refusal('validation_failed', message, [
    { path: '/input/reviewerUserIds', message: `${message} ${userId.slice(0, 200)}`, code: 'invalid_value' },
  ])
