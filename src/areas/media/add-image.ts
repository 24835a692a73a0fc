import type { Reader, Writer } from '#kernel/database.ts'
import type { Files } from '#kernel/files.ts'
import { newId } from '#kernel/ids.ts'
import type { DecodeImage } from '#kernel/images.ts'

import { folderOf } from './file-keys.ts'
import { fillImage, hashOf, insertImage, type NewImage, storeImage } from './image-files.ts'
import { findByBytes, type MediaRow } from './media.ts'
import { promiseRemoval } from './removals.ts'

type Image = { bytes: Buffer } & Pick<NewImage, 'source' | 'filename' | 'alt' | 'title'> & {
    /** A media that has an address elsewhere and no files: it gets them, so that whatever shows it needs no change. */
    into?: string | undefined
  }

/** Where images are added: short transactions of one organization, its files, and what decodes. A job's context is one. */
export type ImagePlace = {
  access: { organization: { id: string } }
  read<T>(work: (db: Reader) => Promise<T>): Promise<T>
  write<T>(work: (inside: { db: Writer }) => Promise<T>): Promise<T>
  files: Files
  images: DecodeImage
  now(): Date
}

/**
 * Creates a media from the bytes of an image, or finds the one that already has these bytes. Errors: `unsupported_media`,
 * `media_too_large`.
 */
export async function addImage(place: ImagePlace, { bytes, into, ...about }: Image): Promise<MediaRow> {
  const known = await findImage(place, bytes)
  if (known !== undefined) return known
  const decoded = await place.images(bytes)

  const mediaId = into ?? newId('media')
  await place.write(({ db }) => promiseRemoval(db, [folderOf(mediaId)], place.now()))
  const image = await storeImage(place.files, { mediaId, bytes, decoded })
  const organizationId = place.access.organization.id
  const written = { ...about, mediaId, organizationId, image, now: place.now() }
  return place.write(({ db }) => (into === undefined ? insertImage(db, written) : fillImage(db, written)))
}

/** The image of the organization with these bytes. */
export function findImage({ read }: Pick<ImagePlace, 'read'>, bytes: Uint8Array): Promise<MediaRow | undefined> {
  return read((db) => findByBytes(db, hashOf(bytes)))
}
