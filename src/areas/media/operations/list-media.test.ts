import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { newId } from '#kernel/ids.ts'
import { newImage, newPicture, announced, newUpload } from '#test/pictures.ts'
import { stage } from '#test/stage.ts'

import { completeMediaUpload } from './complete-media-upload.ts'
import { listMedia } from './list-media.ts'
import { updateMedia } from './update-media.ts'

type Stage = Awaited<ReturnType<typeof stage>>

const far = 'https://old.example.com/wp-content/ship.jpg'

/** A media as an import creates it: its file is stored elsewhere. */
async function importedMedia(on: Stage, url = far) {
  const id = newId('media')
  await on.rows(({ db }) => db.insertInto('media').values({ id, source: 'import', url, alt: 'A ship' }).execute())
  return id
}

const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

test('filters and search narrow the list', async () => {
  const on = await stage()
  const first = await newImage(on)
  const xml = Buffer.from('<rss/>')
  const document = await newUpload(on, xml, announced(xml, 'application/xml', 'Export of the harbour.xml'))
  await on.call(completeMediaUpload, { mediaId: document })
  const imported = await importedMedia(on)
  await on.call(updateMedia, { mediaId: first.id, title: '100 % Harbour_light' })
  await on.call(createItem, { collectionId: 'articles' as never, title: 'A', featuredImageId: first.id })

  expect(idsOf(await on.call(listMedia, {})).toSorted()).toEqual([first.id, document, imported].toSorted())
  expect(idsOf(await on.call(listMedia, { kind: 'document' }))).toEqual([document])
  expect(idsOf(await on.call(listMedia, { source: 'import' }))).toEqual([imported])
  expect(idsOf(await on.call(listMedia, { unused: false }))).toEqual([first.id])
  expect(idsOf(await on.call(listMedia, { unused: true })).toSorted()).toEqual([document, imported].toSorted())
  expect(idsOf(await on.call(listMedia, { search: 'HARBOUR' })).toSorted()).toEqual([first.id, document].toSorted())
  expect(idsOf(await on.call(listMedia, { search: '% harbour_' }))).toEqual([first.id])
  expect(idsOf(await on.call(listMedia, { search: 'a ship' }))).toEqual([imported])
  expect(idsOf(await on.call(listMedia, { ids: [imported, newId('media')] }))).toEqual([imported])
  expect(idsOf(await on.call(listMedia, { withoutAlt: true }))).toEqual([first.id])
  expect(await on.call(listMedia, { pageSize: 2 })).toMatchObject({ total: 3, hasMore: true, items: [{}, {}] })
})

test('an imported media whose file lies elsewhere is shown with its address, and its use in bodies is known', async () => {
  const on = await stage()
  const imported = await importedMedia(on)
  await importedMedia(on, 'https://old.example.com/other.jpg?a=1&b=2')
  const content = `![](${far}) and ![](https://old.example.com/other.jpg?a=1&b=2)`
  await on.call(createItem, { collectionId: 'articles' as never, title: 'A', content })
  const { items } = await on.call(listMedia, { unused: false })

  expect(items.map(({ useCount }) => useCount)).toEqual([1, 1])
  expect(items.find(({ id }) => id === imported)).toMatchObject({ url: far, variants: [], bytes: null, sha256: null })
})

test('more uses than are named are counted', async () => {
  const on = await stage()
  const { id } = await newImage(on, await newPicture())
  for (let n = 0; n < 22; n++)
    await on.call(createItem, { collectionId: 'articles' as never, title: `Item ${n}`, featuredImageId: id })
  const [only] = (await on.call(listMedia, {})).items

  expect([only?.usedBy.length, only?.useCount]).toEqual([20, 22])
})
