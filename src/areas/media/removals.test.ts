import { expect, test } from 'vitest'

import { deleteMedia } from '#areas/content/operations/delete-media.ts'
import { filesBelow } from '#kernel/files.ts'
import { newImage, newPicture, newUpload } from '#test/pictures.ts'
import { stage } from '#test/stage.ts'

import { completeMediaUpload } from './operations/complete-media-upload.ts'
import { sweepMedia } from './removals.ts'

type Stage = Awaited<ReturnType<typeof stage>>

const below = (on: Stage) => filesBelow(on.files, on.access.organization.id)

function sweep(on: Stage, files = below(on)) {
  return sweepMedia({ transaction: (work) => on.rows(({ db }) => work(db)), files, limit: 100 })
}

const removals = (on: Stage) =>
  on.rows(({ db }) => db.selectFrom('media_removal').select(['folder', 'taken_at']).orderBy('folder').execute())

async function aDayLater(on: Stage): Promise<void> {
  await on.rows(({ db }) =>
    db
      .updateTable('media_removal')
      .set({ due_at: new Date(0) })
      .execute(),
  )
}

test('what was sent goes once its image is made, and the files of the image stay', async () => {
  const on = await stage()
  const { id } = await newImage(on)
  expect(await below(on).head(`uploads/${id}/bytes`)).toBeDefined()
  await sweep(on)

  expect(await below(on).head(`uploads/${id}/bytes`)).toBeUndefined()
  expect(await below(on).head(`${id}/8.webp`)).toBeDefined()
  expect(await removals(on)).toEqual([{ folder: `uploads/${id}`, taken_at: null }])
  await expect(on.call(completeMediaUpload, { mediaId: id })).rejects.toMatchObject({ code: 'invalid_transition' })
})

test('an upload that nobody completes goes after a day, with its row', async () => {
  const on = await stage()
  const mediaId = await newUpload(on, await newPicture())
  await sweep(on)
  expect(await below(on).head(`uploads/${mediaId}/bytes`)).toBeDefined()
  await aDayLater(on)
  await on.rows(({ db }) =>
    db
      .updateTable('media_upload')
      .set({ created_at: new Date(0) })
      .execute(),
  )
  await sweep(on)

  expect(await below(on).head(`uploads/${mediaId}/bytes`)).toBeUndefined()
  expect(await on.rows(({ db }) => db.selectFrom('media_upload').select('id').execute())).toEqual([])
  await expect(on.call(completeMediaUpload, { mediaId })).rejects.toMatchObject({ code: 'not_found' })
})

test('files that a crash left without a record go after a day', async () => {
  const on = await stage()
  const mediaId = await newUpload(on, await newPicture())
  await below(on).put(`${mediaId}/320.webp`, Buffer.from('half of the sizes'))
  await aDayLater(on)
  await sweep(on)

  expect(await below(on).head(`${mediaId}/320.webp`)).toBeUndefined()
})

test('the files of a deleted media go, those of another stay', async () => {
  const on = await stage()
  const [gone, kept] = [await newImage(on), await newImage(on)]
  await on.call(deleteMedia, { mediaId: gone.id }, { confirm: true })
  expect(await below(on).head(`${gone.id}/8.webp`)).toBeDefined()
  await sweep(on)

  expect(await below(on).head(`${gone.id}/8.webp`)).toBeUndefined()
  expect(await below(on).head(`${kept.id}/8.webp`)).toBeDefined()
})

test('a round that is cut off is made good by the next one', async () => {
  const on = await stage()
  const { id: mediaId } = await newImage(on)
  await on.call(deleteMedia, { mediaId }, { confirm: true })
  const away = { ...below(on), removeFolder: () => Promise.reject(new Error('the store is away')) }
  await expect(sweep(on, away)).rejects.toThrow('away')
  expect((await removals(on)).map(({ taken_at: taken }) => taken === null)).toEqual([false, false])
  await sweep(on)

  expect(await removals(on)).toMatchObject([{ folder: `uploads/${mediaId}` }])
  expect(await below(on).head(`${mediaId}/8.webp`)).toBeUndefined()
})

test('an upload whose files are being removed cannot be completed any more', async () => {
  const on = await stage()
  const mediaId = await newUpload(on, await newPicture())
  await aDayLater(on)
  const slow = { ...below(on), removeFolder: () => Promise.reject(new Error('still at it')) }
  await expect(sweep(on, slow)).rejects.toThrow('still at it')

  await expect(on.call(completeMediaUpload, { mediaId })).rejects.toMatchObject({ code: 'conflict' })
  expect(await on.rows(({ db }) => db.selectFrom('media').select('id').execute())).toEqual([])
})
