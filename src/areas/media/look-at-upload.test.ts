import { expect, test } from 'vitest'

import { Refusal } from '#kernel/errors.ts'
import { filesBelow } from '#kernel/files.ts'
import type { DecodeImage } from '#kernel/images.ts'
import { newPicture, newUpload } from '#test/pictures.ts'
import { stage } from '#test/stage.ts'

import { lookAtUpload } from './look-at-upload.ts'
import { completeMediaUpload } from './operations/complete-media-upload.ts'

type Stage = Awaited<ReturnType<typeof stage>>

const below = (on: Stage) => filesBelow(on.files, on.access.organization.id)

function look(on: Stage, { mediaId, images }: { mediaId: string; images: DecodeImage }) {
  const read: Parameters<typeof lookAtUpload>[0]['read'] = (work) => on.rows(({ db }) => work(db))
  const signal = new AbortController().signal
  return lookAtUpload({ read, files: below(on), images, now: new Date(), isRehearsal: false, signal }, mediaId)
}

test('a refusal leaves the files of the media that the same upload became meanwhile', async () => {
  const on = await stage()
  const mediaId = await newUpload(on, await newPicture())

  const looked = await look(on, {
    mediaId,
    async images() {
      await on.call(completeMediaUpload, { mediaId })
      throw new Refusal('media_too_large', 'The image takes too long to decode.')
    },
  })

  expect(looked).toMatchObject({ refusal: { code: 'media_too_large' } })
  expect(await below(on).head(`${mediaId}/8.webp`)).toBeDefined()
})

test.each(['cancelled', 'unavailable'] as const)('what is %s keeps what was sent, for another try', async (code) => {
  const on = await stage()
  const mediaId = await newUpload(on, await newPicture())

  const looked = look(on, { mediaId, images: () => Promise.reject(new Refusal(code, 'Not now.')) })

  await expect(looked).rejects.toMatchObject({ code })
  expect(await below(on).head(`uploads/${mediaId}/bytes`)).toBeDefined()
})
