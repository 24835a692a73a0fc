import { z } from 'zod'

import { changedItem } from '#areas/content/changes/changes.ts'
import { editItem } from '#areas/content/changes/edit-item.ts'
import { collectionIn, itemOf, readSurroundings, worldAround } from '#areas/items/index.ts'
import { lockMedia, removeMedia, usesOf } from '#areas/media/index.ts'
import { replaceSocialImage } from '#areas/organizations/index.ts'
import { replaceAuthorAvatars } from '#areas/taxonomies/index.ts'
import type { ChangedItem, DeliveryRef } from '#kernel/change.ts'
import type { Ctx } from '#kernel/context.ts'
import { deliveries } from '#kernel/delivery.ts'
import { Refusal } from '#kernel/errors.ts'
import { operation } from '#kernel/operation.ts'
import { id } from '#kernel/schema.ts'

export const deleteMedia = operation({
  name: 'deleteMedia',
  title: 'Delete a media file',
  summary:
    'Deletes a media record and its files for good. One in use needs force: items, authors and profiles lose it; bodies keep their text.',
  scope: 'content:delete',
  risk: 'destructive',
  startsJob: true,
  // With force it edits what is public, and what goes public at its date (approvals.md#dates-bind-the-text).
  changesPublic: { when: ({ force }) => force },
  errors: ['not_found', 'in_use'],
  examples: [{ title: 'Delete', input: { mediaId: 'med_01k9x8f0000000000000000000' } }],
  input: z.strictObject({ mediaId: id('media'), force: z.boolean().default(false) }),
  output: z.object({
    deleted: z.boolean(),
    useCount: z.int().describe('Uses that were cleared'),
    deliveries: deliveries(),
    jobId: id('job').nullable(),
  }),

  async handle(ctx, { mediaId, force }) {
    const { db, now } = ctx
    const media = await lockMedia(db, mediaId)
    const { usedBy = [], useCount = 0 } = (await usesOf(db, [media.id])).get(media.id) ?? {}
    if (useCount > 0 && !force)
      throw new Refusal('in_use', 'This media is in use. Replace it with replaceMedia, or delete it with force.', {
        usedBy,
        useCount,
      })

    const told = useCount > 0 ? await takeOutOfItems(ctx, media.id) : []
    if (useCount > 0) {
      await replaceAuthorAvatars(ctx, media.id, null)
      await replaceSocialImage(db, media.id, null)
    }
    await removeMedia(db, media.id, now)

    return { deleted: true, useCount, deliveries: [...told], jobId: ctx.carriedBy() }
  },
})

/** Items that one call changes; each has its revision. */
const atOnce = 200

// An edit like any other (content.md#edits-are-live): a revision for each item, and the websites are notified of those that are
// public.
async function takeOutOfItems(ctx: Ctx<'destructive'>, mediaId: string): Promise<readonly DeliveryRef[]> {
  const { db, actor, requestId, now } = ctx
  const found = await db
    .selectFrom('item')
    .selectAll()
    .where((or) => or.or([or('featured_image_id', '=', mediaId), or('og_image_id', '=', mediaId)]))
    .orderBy('id')
    .limit(atOnce + 1)
    .forUpdate()
    .execute()
  const rows = found.map((row) => itemOf(row))
  if (rows.length > atOnce)
    throw new Refusal('in_use', `More than ${atOnce} items show this media. Give some of them another image first.`, {
      useCount: rows.length,
    })
  const surroundings = await readSurroundings(db)
  const told: ChangedItem[] = []
  for (const row of rows) {
    const changes = {
      ...(row.featured_image_id === mediaId ? { featuredImageId: null } : {}),
      ...(row.og_image_id === mediaId ? { ogImageId: null } : {}),
    }
    const world = await worldAround(db, row, surroundings)
    const { after } = await editItem(ctx, { world, changes, authorship: { actor, requestId, now } })
    const collection = collectionIn(surroundings, row.collection_id)
    if (after.row.status === 'published')
      told.push(changedItem(ctx, { before: row, after: after.row, collection, settings: surroundings.settings }))
  }
  return told.length === 0 ? [] : ctx.announce({ reason: 'updated', items: told })
}
