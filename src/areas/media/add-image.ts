import { newId } from '#kernel/ids.ts'
import type { JobCtx } from '#kernel/job.ts'

import { folderOf } from './file-keys.ts'
import { hashOf, insertImage, type NewImage, storeImage } from './image-files.ts'
import { findByBytes, type MediaRow } from './media.ts'
import { promiseRemoval } from './removals.ts'

type Image = { bytes: Buffer } & Pick<NewImage, 'source' | 'filename' | 'alt' | 'title'>

/**
 * Creates a media from an image that a job fetched, or finds the one that already has these bytes. Errors:
 * `unsupported_media`, `media_too_large`.
 */
export async function addImage(ctx: JobCtx, { bytes, ...about }: Image): Promise<MediaRow> {
  const known = await ctx.read((db) => findByBytes(db, hashOf(bytes)))
  if (known !== undefined) return known
  const decoded = await ctx.images(bytes)

  const mediaId = newId('media')
  await ctx.write(({ db }) => promiseRemoval(db, [folderOf(mediaId)], ctx.now()))
  const image = await storeImage(ctx.files, { mediaId, bytes, decoded })
  return ctx.write(({ db }) =>
    insertImage(db, { ...about, mediaId, organizationId: ctx.access.organization.id, image, now: ctx.now() }),
  )
}
