import { callerNow } from '#kernel/asked.ts'
import { Refusal } from '#kernel/errors.ts'
import { type ImageType, imageTypes, type SharedImages } from '#kernel/images.ts'
import { createTurns, type NoTurn } from '#kernel/turns.ts'

import { callerWentAway, decode } from './decode.ts'

/** How many of one organization may wait with their bytes; more than that would take a minute. */
const waiting = 16
/** How long a call waits for its turn, in ms: what is left of its 20 s suffices for the largest image. */
const patienceMs = 12_000

/** The loaders that stay enabled: each one is another parser of hostile bytes. */
const loaders = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}Buffer`)

/**
 * The one way in which bytes become images. The libraries are loaded at first use and work in their own threads, one image
 * after the other (media.md#one-image-at-a-time).
 */
export function createImages(): SharedImages {
  let libraries: ReturnType<typeof load> | undefined
  // One after the other: each holds some 100 MB while it is decoded.
  const turns = createTurns({ size: 1, waiting, patienceMs, refuse: noTurn })

  return async (bytes, asker = callerNow()) =>
    turns.take(asker, async () => {
      const { sharp, fileTypeFromBuffer } = await (libraries ??= load())
      const type = typeOf(await fileTypeFromBuffer(bytes))
      return decode(sharp, bytes, { type, signal: asker.signal })
    })
}

function noTurn(why: NoTurn): Refusal {
  if (why === 'gone') return callerWentAway()
  const message = 'Too many images wait to be read. Repeat the call in a while.'
  return new Refusal('unavailable', message, undefined, { retryAfter: 20 })
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
