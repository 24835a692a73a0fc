import { expect, test } from 'vitest'

import { announced } from '#test/pictures.ts'
import { stage } from '#test/stage.ts'

import { createMediaUpload } from './create-media-upload.ts'

const bytes = Buffer.from('ships')

test('an upload is announced, and nothing of its secret is kept', async () => {
  const on = await stage()
  const { uploadUrl, mediaId } = await on.call(createMediaUpload, announced(bytes))
  const secret = uploadUrl.slice(-43)
  const kept = await on.rows(async ({ db }) => [
    await db.selectFrom('media_upload').selectAll().execute(),
    await db.selectFrom('audit_record').selectAll().execute(),
    await db.selectFrom('media').selectAll().execute(),
  ])

  expect(uploadUrl).toBe(`https://masthead.test/media/uploads/${on.access.organization.id}.${mediaId}.${secret}`)
  expect(JSON.stringify(kept)).not.toContain(secret)
  expect(kept.at(-1)).toEqual([])
})

test.each([
  'png',
  'image/svg+xml',
  'image/svg',
  'image/tiff',
  'image/heic',
  'image/*',
  'text/html',
  'application/pdf',
  'application/xhtml+xml',
  'video/mp4',
  '',
])('the type %j is refused', async (mime) => {
  const on = await stage()

  await expect(on.call(createMediaUpload, announced(bytes, mime))).rejects.toMatchObject({
    code: 'unsupported_media',
    message: expect.stringContaining('image/png') as unknown,
  })
})

test('15 MiB are taken, and no byte more', async () => {
  const on = await stage()
  const limit = 15 * 1024 * 1024
  await on.call(createMediaUpload, { ...announced(bytes), bytes: limit })

  await expect(on.call(createMediaUpload, { ...announced(bytes), bytes: limit + 1 })).rejects.toMatchObject({
    code: 'media_too_large',
    details: { limit, unit: 'bytes' },
  })
})

test.each([
  { bytes: 0 },
  { bytes: 1.5 },
  { sha256: 'abc' },
  { sha256: 'z'.repeat(64) },
  { filename: ' ' },
  { filename: 'a\u0000b' },
])('%j is no announcement', async (change) => {
  const on = await stage()

  const { status } = await on.answerOf(createMediaUpload, { ...announced(bytes), ...change })
  expect(status).toBe(422)
})
