import { z } from 'zod'

import { addImage } from '#areas/media/add-image.ts'
import { describeMedia } from '#areas/media/media.ts'
import { maxBytes } from '#areas/media/uploads.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Fetched } from '#kernel/http.ts'
import { imageTypes } from '#kernel/images.ts'
import { job, type JobCtx } from '#kernel/job.ts'
import { decodeOnce } from '#std/urls.ts'

/** What servers call the accepted image types. */
const types = [...imageTypes, 'image/jpg', 'image/apng']

/** Time for the whole answer. */
const timeoutMs = 30_000

export const importMedia = job({
  name: 'importMedia',
  queue: 'quick',
  scope: 'content:write',
  attempts: 3,
  input: z.strictObject({
    url: z.string(),
    alt: z.string().optional(),
    title: z.string().optional(),
  }),

  async work(ctx, { url, alt, title }) {
    const { body, url: from } = await fetchImage(ctx, url)
    const row = await addImage(ctx, { bytes: body, source: 'import', filename: nameIn(from), alt, title })
    return { result: { media: describeMedia(row, ctx) } }
  },
})

async function fetchImage({ fetch }: JobCtx, url: string): Promise<Fetched> {
  const answer = await fetch(url, { timeoutMs, maxBytes, types }).catch((error: unknown) => {
    throw toRefusal(error)
  })
  if (answer.status === 200) return answer
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
