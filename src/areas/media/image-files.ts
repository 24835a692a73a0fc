import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import type { Writer } from '#kernel/database.ts'
import type { Files } from '#kernel/files.ts'
import type { DecodedImage } from '#kernel/images.ts'
import { nextVersion } from '#kernel/version.ts'

import { folderOf, keyOf, pathOf } from './file-keys.ts'
import { findByBytes, type MediaRow, type MediaSource, requireByBytes, type Variant } from './media.ts'
import { keepFolder, removeSoon } from './removals.ts'

/** An image whose files are stored and whose record does not exist yet. */
export type StoredImage = Pick<DecodedImage, 'aspectRatio' | 'palette'> & {
  sha256: Buffer
  variants: Variant[]
}

/** The hash by which the same bytes are recognised. */
export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

type Decoded = { mediaId: string; bytes: Buffer; decoded: DecodedImage; isRehearsal?: boolean }

/** Stores a decoded image in the folder of a media, unless `isRehearsal`. The folder's removal is already scheduled. */
export async function storeImage(
  files: Files,
  { mediaId, bytes, decoded, isRehearsal = false }: Decoded,
): Promise<StoredImage> {
  const { renditions, aspectRatio, palette } = decoded
  const variants: Variant[] = []
  for (const { format, width, height, bytes: content } of renditions) {
    const file = `${width}.${format}`
    variants.push({ file, width, height, format, bytes: content.length })
    if (!isRehearsal) await files.put(keyOf(mediaId, file), content)
  }
  return { aspectRatio, palette, sha256: hashOf(bytes), variants }
}

export type NewImage = {
  mediaId: string
  organizationId: string
  image: StoredImage
  source: MediaSource
  filename: string | null
  alt?: string | null | undefined
  title?: string | null | undefined
  now: Date
}

/**
 * Creates the record of a stored image, or finds the one that already has these bytes: then the files that were just stored are
 * removed, and the record stays as it is. Errors: `conflict`, `unavailable`.
 */
export async function insertImage(
  db: Writer,
  { mediaId, organizationId, image, source, filename, alt, title, now }: NewImage,
): Promise<MediaRow> {
  const made = await db
    .insertInto('media')
    .values({
      id: mediaId,
      source,
      ...fileColumns(organizationId, mediaId, image),
      filename,
      alt: alt ?? null,
      title: title ?? null,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'sha256'])
        .where('sha256', 'is not', null)
        // Written as a literal: a prepared statement with a parameter does not use the partial index.
        .where('kind', '=', sql.lit('image'))
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (made !== undefined) {
    await keepFolder(db, folderOf(mediaId))
    return made
  }
  await removeSoon(db, folderOf(mediaId), now)
  return requireByBytes(db, image.sha256)
}

/**
 * Gives the files of a stored image to a media that has none; its texts stay. Where another media has these bytes, that one is
 * returned, and the files that were just stored are removed.
 */
export async function fillImage(db: Writer, image: NewImage): Promise<MediaRow> {
  const { mediaId, organizationId, now } = image
  const other = await findByBytes(db, image.image.sha256)
  if (other !== undefined) {
    await removeSoon(db, folderOf(mediaId), now)
    return other
  }
  const filled = await db
    .updateTable('media')
    .set({ ...fileColumns(organizationId, mediaId, image.image), ...nextVersion, filename: image.filename })
    .where('id', '=', mediaId)
    .where('sha256', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (filled === undefined) return insertImage(db, image)
  await keepFolder(db, folderOf(mediaId))
  return filled
}

/** What the files of an image say about its record. */
function fileColumns(organizationId: string, mediaId: string, image: StoredImage) {
  const main = image.variants.findLast(({ format }) => format === 'webp')
  if (main === undefined) throw new Error('an image without its main rendition')
  return {
    kind: 'image' as const,
    url: pathOf(organizationId, mediaId, main.file),
    mime: 'image/webp',
    bytes: main.bytes,
    width: main.width,
    height: main.height,
    sha256: image.sha256,
    aspect_ratio: image.aspectRatio,
    palette: JSON.stringify(image.palette),
    variants: JSON.stringify(image.variants),
  }
}
