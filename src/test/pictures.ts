import { createHash } from 'node:crypto'

import sharp from 'sharp'

import { keepReceived, openUpload, uploadAddress, uploadFolderOf } from '#areas/media/index.ts'
import { completeMediaUpload } from '#areas/media/operations/complete-media-upload.ts'
import { createMediaUpload } from '#areas/media/operations/create-media-upload.ts'
import { filesBelow } from '#kernel/files.ts'
import type { MediaId } from '#kernel/ids.ts'

import type { stage } from './stage.ts'

type Stage = Awaited<ReturnType<typeof stage>>

let made = 0

/** A small PNG, different every time. */
export function newPicture(width = 8, height = 8): Promise<Buffer> {
  made++
  const background = { r: made % 256, g: (made >> 8) % 256, b: 120 }
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
}

/** The announcement for some bytes. */
export function announced(bytes: Buffer, mime = 'image/png', filename = 'picture.png') {
  return { filename, mime, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** An upload whose bytes have arrived, ready to be completed. */
export async function newUpload(on: Stage, bytes: Buffer, about = announced(bytes)): Promise<MediaId> {
  const { mediaId, uploadUrl } = await on.call(createMediaUpload, about)
  await receive(on, new URL(uploadUrl).pathname, bytes)
  return mediaId
}

/** Does what the face does with the bytes of an upload. */
export async function receive(on: Stage, path: string, bytes: Buffer): Promise<void> {
  const address = uploadAddress(path)
  if (address === undefined) throw new Error(`${path} is no address of an upload`)
  const upload = await on.rows(({ db }) => openUpload(db, address, new Date()))
  const files = filesBelow(on.files, on.access.organization.id)
  await files.put(`${uploadFolderOf(address.mediaId)}/bytes`, bytes)
  await on.rows(({ db }) => keepReceived(db, upload, 'bytes'))
}

/** An image of the organization. */
export async function newImage(on: Stage, bytes?: Buffer) {
  const picture = bytes ?? (await newPicture())
  const mediaId = await newUpload(on, picture)
  return (await on.call(completeMediaUpload, { mediaId })).media
}
