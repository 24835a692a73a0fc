import { Refusal } from '#kernel/errors.ts'
import { type DecodeImage, type ImageType, imageTypes } from '#kernel/images.ts'

import { decode } from './decode.ts'

/** How many may wait with their bytes; more than that would take a minute. */
const maxWaiting = 16

/** The loaders that stay enabled: each one is another parser of hostile bytes. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)

/**
 * The one way in which bytes become images. The libraries are loaded at first use and work in their own threads, one image
 * after the other (media.md#one-image-at-a-time).
 */
export function createImages(): DecodeImage {
  let libraries: ReturnType<typeof load> | undefined
  let waiting = 0
  // One after the other: each holds some 100 MB while it is decoded.
  let last: Promise<unknown> = Promise.resolve()

  async function read(bytes: Uint8Array, signal: AbortSignal | undefined) {
    if (signal?.aborted === true) throw new Refusal('cancelled', 'The caller went away before its turn came.')
    const { sharp, fileTypeFromBuffer } = await (libraries ??= load())
    return decode(sharp, bytes, typeOf(await fileTypeFromBuffer(bytes)))
  }

  return async (bytes, signal) => {
    if (waiting >= maxWaiting)
      throw new Refusal('unavailable', 'Too many images wait to be read. Repeat the call in a while.', undefined, {
        retryAfter: 20,
      })
    waiting++
    const mine = last.then(() => read(bytes, signal)).finally(() => waiting--)
    last = mine.catch(() => undefined)
    return mine
  }
}

async function load() {
  const [{ default: sharp }, { fileTypeFromBuffer }] = await Promise.all([import('sharp'), import('file-type')])
  sharp.cache(false)
  sharp.concurrency(2)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  return { sharp, fileTypeFromBuffer }
}

function typeOf(found: { mime: string } | undefined): ImageType {
  // An animated PNG; its first frame is a PNG.
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  const type = imageTypes.find((known) => known === mime)
  if (type !== undefined) return type
  const message = 'The bytes are not a PNG, JPEG, WebP, AVIF or GIF image. SVG is not accepted in any form.'
  throw new Refusal('unsupported_media', message, found === undefined ? undefined : { found: found.mime })
}
