import { Refusal } from '#kernel/errors.ts'
import type { SafeFetch } from '#kernel/http.ts'
import { imageTypes } from '#kernel/images.ts'
import { decodeOnce } from '#std/urls.ts'

import { maxBytes } from './uploads.ts'

/** What servers call the accepted image types. */
const types = [...imageTypes, 'image/jpg', 'image/apng']

/** Time for the whole answer. */
const timeoutMs = 30_000

/**
 * The bytes of an image at an address, and the name that the address ends with. Errors: `url_not_allowed`, `upstream_failed`,
 * `media_too_large`, `unsupported_media`.
 */
export async function fetchImage(fetch: SafeFetch, url: string): Promise<{ bytes: Buffer; filename: string | null }> {
  const answer = await fetch(url, { timeoutMs, maxBytes, types }).catch((error: unknown) => {
    throw toRefusal(error)
  })
  if (answer.status === 200) return { bytes: answer.body, filename: nameIn(answer.url) }
  throw new Refusal('upstream_failed', `The address answered ${answer.status} instead of an image.`, {
    reason: 'bad_response',
  })
}

// A fault of the image itself is reported as for an upload, and not tried again.
function toRefusal(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'upstream_failed') return error
  const about: unknown = Reflect.get(Object(error.details), 'about')
  if (about === 'size') return new Refusal('media_too_large', 'The file at this address is larger than 15 MiB.')
  if (about === 'type')
    return new Refusal('unsupported_media', 'The address does not answer with a PNG, JPEG, WebP, AVIF or GIF image.')
  return error
}

function nameIn(address: string): string | null {
  const name = decodeOnce(new URL(address).pathname.split('/').at(-1) ?? '')
  const shown = name.toWellFormed().replace(/[\p{Cc}/\\]/gu, '')
  return shown.slice(0, 255).toWellFormed() || null
}
