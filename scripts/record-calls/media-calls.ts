import { createHash } from 'node:crypto'

import { callOperation } from './operation-calls.ts'
import { pictureOf } from './pictures.ts'
import type { Scene } from './scene.ts'

/** Fills the library of media. */
export async function makeImages(scene: Scene): Promise<void> {
  const { owner, ids } = scene
  const first = await pictureOf(96, 64)
  const announced = announcedAs(first, 'quay.png')
  const { mediaId, uploadUrl } = await callOperation(scene, 'createMediaUpload', announced, {
    other: announcedAs(await pictureOf(10, 10), 'other.png'),
  })
  await sendUpload(scene, uploadUrl, first)
  await callOperation(
    scene,
    'completeMediaUpload',
    { mediaId, alt: 'A quay', title: 'Quay' },
    { foreign: true, other: { mediaId } },
  )
  ids.set('media quay', mediaId)
  for (const [name, width, height] of [
    ['mast', 40, 80],
    ['buoy', 64, 64],
    ['wreck', 33, 21],
  ] as const)
    ids.set(`media ${name}`, await newImage(scene, name, await pictureOf(width, height)))
  await callOperation(
    scene,
    'updateMedia',
    { mediaId, alt: 'A quay at low water', description: 'Seen from a dinghy' },
    { foreign: true, other: { mediaId, title: null } },
  )
  await callOperation(
    scene,
    'setAvatar',
    { target: 'author', authorId: ids.get('author Ada Quill'), mediaId: ids.get('media mast') },
    { foreign: true, other: { target: 'profile', mediaId: ids.get('media mast') } },
  )
  await owner.result('setAvatar', { target: 'profile', mediaId: ids.get('media buoy') })
}

/** What is announced of bytes. */
export function announcedAs(bytes: Buffer, filename: string, mime = 'image/png') {
  return { filename, mime, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Sends the bytes of an upload to its address. */
export async function sendUpload({ recorder }: Scene, uploadUrl: string, bytes: Buffer): Promise<void> {
  await recorder.record(new URL(uploadUrl).pathname, { method: 'PUT', body: new Uint8Array(bytes) }, 'an upload')
}

/** The id of a new image. */
export async function newImage(scene: Scene, name: string, bytes: Buffer): Promise<string> {
  const { mediaId, uploadUrl } = await scene.owner.result('createMediaUpload', announcedAs(bytes, `${name}.png`))
  await sendUpload(scene, uploadUrl, bytes)
  return (await scene.owner.result('completeMediaUpload', { mediaId, alt: name })).media.id
}
