import { expect, test } from 'vitest'

import { newImage } from '#test/pictures.ts'
import { stage } from '#test/stage.ts'

import { updateMedia } from './update-media.ts'

test('texts change, an empty one is none, and nothing else changes', async () => {
  const on = await stage()
  const image = await newImage(on)
  const mediaId = image.id
  const { media } = await on.call(updateMedia, { mediaId, alt: 'Ships', title: 'Harbour', description: 'At dawn' })
  const cleared = await on.call(updateMedia, { mediaId, alt: '', title: null, ifVersion: 2 })

  expect(media).toEqual({
    ...image,
    alt: 'Ships',
    title: 'Harbour',
    description: 'At dawn',
    version: 2,
    updatedAt: media.updatedAt,
  })
  expect(cleared.media).toMatchObject({ alt: null, title: null, description: 'At dawn', version: 3 })
})

test('the same texts change nothing, and another version is refused', async () => {
  const on = await stage()
  const { id: mediaId } = await newImage(on)
  const { media } = await on.call(updateMedia, { mediaId, alt: null })

  expect(media.version).toBe(1)
  await expect(on.call(updateMedia, { mediaId, alt: 'x', ifVersion: 2 })).rejects.toMatchObject({
    code: 'version_conflict',
  })
  await expect(on.call(updateMedia, { mediaId, alt: 'x'.repeat(301) })).rejects.toMatchObject({
    code: 'validation_failed',
  })
})
