import { gzipSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { deleteMedia } from '#areas/content/operations/delete-media.ts'
import { createMediaUpload } from '#areas/media/operations/create-media-upload.ts'
import { pngOf } from '#platform/images/test-png.ts'
import { announced, newImage, newPicture, newUpload, receive } from '#test/pictures.ts'
import { stage } from '#test/stage.ts'

import { completeMediaUpload } from './complete-media-upload.ts'

type Stage = Awaited<ReturnType<typeof stage>>

const table = (on: Stage, name: 'media' | 'media_removal') =>
  on.rows(({ db }) => db.selectFrom(name).selectAll().execute())

test('an upload becomes an image whose files stay, and what was sent goes', async () => {
  const on = await stage()
  const mediaId = await newUpload(on, await newPicture(400, 300), undefined)
  const { media, variants } = await on.call(completeMediaUpload, { mediaId, alt: 'A wall', title: 'Wall' })

  expect(media).toMatchObject({ id: mediaId, kind: 'image', source: 'upload', alt: 'A wall', title: 'Wall' })
  expect(media).toMatchObject({ aspectRatio: '4:3', width: 400, height: 300, version: 1 })
  expect(variants.map(({ width, format }) => `${width}.${format}`)).toEqual([
    '320.avif',
    '320.webp',
    '400.avif',
    '400.webp',
  ])
  expect(await table(on, 'media_removal')).toMatchObject([{ folder: `uploads/${mediaId}` }])
})

test.each([
  ['an SVG as PNG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported_media'],
  ['a gzipped SVG', () => gzipSync('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'unsupported_media'],
  ['a page', () => Buffer.from('<!doctype html><script>1</script>'), 'unsupported_media'],
  ['41 megapixels', () => pngOf(6406, 6401), 'media_too_large'],
])('%s is refused and leaves no file', async (_name, make, code) => {
  const on = await stage()
  const bytes = make()
  const mediaId = await newUpload(on, bytes)
  await expect(on.call(completeMediaUpload, { mediaId })).rejects.toMatchObject({ code })

  const folder = on.access.organization.id
  expect(await on.files.head(`${folder}/uploads/${mediaId}/bytes`)).toBeUndefined()
  expect(await table(on, 'media')).toEqual([])
  await expect(on.call(completeMediaUpload, { mediaId })).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { state: 'refused' },
  })
})

test('an image of another type than announced is refused, and says which it is', async () => {
  const on = await stage()
  const bytes = await newPicture()
  const mediaId = await newUpload(on, bytes, announced(bytes, 'image/jpeg'))

  await expect(on.call(completeMediaUpload, { mediaId })).rejects.toMatchObject({
    code: 'unsupported_media',
    details: { announced: 'image/jpeg', found: 'image/png' },
  })
})

test('other bytes than announced are refused with both sums', async () => {
  const on = await stage()
  const { mediaId, uploadUrl } = await on.call(createMediaUpload, announced(await newPicture()))
  await receive(on, new URL(uploadUrl).pathname, await newPicture())

  await expect(on.call(completeMediaUpload, { mediaId })).rejects.toMatchObject({ code: 'checksum_mismatch' })
})

test('a refusal is answered again under its idempotency key', async () => {
  const on = await stage()
  const mediaId = await newUpload(on, Buffer.from('no image'))
  const answers = []
  for (let n = 0; n < 2; n++)
    answers.push(await on.answerOf(completeMediaUpload, { mediaId }, { idempotencyKey: 'one' }))

  expect(answers.map(({ status, replayed }) => [status, replayed])).toEqual([
    [422, false],
    [422, true],
  ])
})

test('nothing uploaded, expired, completed and unknown are told apart', async () => {
  const on = await stage()
  const { mediaId } = await on.call(createMediaUpload, announced(await newPicture()))
  const done = (await newImage(on)).id
  const old = await newUpload(on, await newPicture())
  const day = new Date(Date.now() - 24 * 3600_000)
  await on.rows(({ db }) => db.updateTable('media_upload').set({ created_at: day }).where('id', '=', old).execute())

  const state = (id: string) => on.call(completeMediaUpload, { mediaId: id as typeof mediaId })
  await expect(state(mediaId)).rejects.toMatchObject({ code: 'invalid_transition', details: { state: 'waiting' } })
  await expect(state(done)).rejects.toMatchObject({ code: 'invalid_transition', details: { state: 'completed' } })
  await expect(state(old)).rejects.toMatchObject({ code: 'invalid_transition', details: { state: 'expired' } })
  await expect(state('med_unknown')).rejects.toMatchObject({
    code: 'not_found',
    details: [{ message: expect.not.stringContaining('listMedia lists the ids') as unknown }],
  })
})

test('two uploads of the same bytes that are completed at once are one image', async () => {
  const on = await stage()
  const bytes = await newPicture()
  const uploads = [await newUpload(on, bytes), await newUpload(on, bytes)]
  const answers = await Promise.all(uploads.map((mediaId) => on.call(completeMediaUpload, { mediaId })))

  expect(new Set(answers.map(({ media }) => media.id)).size).toBe(1)
  expect(await table(on, 'media')).toHaveLength(1)
  for (const { url } of answers.flatMap(({ variants }) => variants)) {
    const key = new URL(url).pathname.replace('/media/', '')
    expect(await on.files.head(key)).toBeDefined()
  }
})

test('the same bytes are an image of their own in another organization, and after a deletion', async () => {
  const [on, other] = [await stage(), await stage()]
  const bytes = await newPicture()
  const first = await newImage(on, bytes)
  const foreign = await newImage(other, bytes)
  await on.call(deleteMedia, { mediaId: first.id }, { confirm: true })
  const again = await newImage(on, bytes)

  expect(new Set([first.id, foreign.id, again.id]).size).toBe(3)
})

test('a rehearsal stores nothing and removes nothing', async () => {
  const on = await stage()
  const [good, bad] = [await newUpload(on, await newPicture()), await newUpload(on, Buffer.from('no image'))]
  await on.call(completeMediaUpload, { mediaId: good }, { dryRun: true })
  await expect(on.call(completeMediaUpload, { mediaId: bad }, { dryRun: true })).rejects.toThrow('not a PNG')

  const folder = on.access.organization.id
  expect(await on.files.head(`${folder}/${good}/8.webp`)).toBeUndefined()
  for (const mediaId of [good, bad]) expect(await on.files.head(`${folder}/uploads/${mediaId}/bytes`)).toBeDefined()
  expect((await on.call(completeMediaUpload, { mediaId: good })).media.id).toBe(good)
})

test.each([
  ['application/xml', Buffer.from('<rss/>'), true],
  ['application/xml', Buffer.from('\uFEFF<?xml version="1.0" encoding="UTF-16"?><rss/>', 'utf16le'), true],
  ['application/xml', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>\u00e4</a>', 'latin1'), true],
  ['text/markdown', Buffer.from('# Grüße'), true],
  ['application/zip', Buffer.from('PK\u0003\u0004rest'), true],
  ['application/zip', Buffer.from('<rss/>'), false],
  ['text/markdown', Buffer.from([0xff, 0xfe, 0x00]), false],
  ['application/xml', gzipSync('<rss/>'), false],
])('a document of the type %s is kept as it came, if it can be one', async (mime, bytes, isTaken) => {
  const on = await stage()
  const mediaId = await newUpload(on, bytes, announced(bytes, mime, 'export'))
  const answer = await on.answerOf(completeMediaUpload, { mediaId })

  expect(answer.status).toBe(isTaken ? 200 : 422)
  const kept = await on.files.head(`${on.access.organization.id}/${mediaId}/document`)
  expect(kept).toEqual(isTaken ? { bytes: bytes.length } : undefined)
})
