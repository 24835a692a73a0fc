import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { listItemRevisions } from '#areas/content/operations/list-item-revisions.ts'
import { listMedia } from '#areas/media/operations/list-media.ts'
import { setAvatar } from '#areas/media/operations/set-avatar.ts'
import { getOrganizationSettings } from '#areas/organizations/operations/get-organization-settings.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { newId } from '#kernel/ids.ts'
import { newImage, newPicture } from '#test/pictures.ts'
import { stage } from '#test/stage.ts'

import { replaceMedia } from './replace-media.ts'

const articles = 'articles' as never

async function twoImages() {
  const on = await stage()
  return { on, old: await newImage(on), other: await newImage(on, await newPicture()) }
}

test('another image takes every place of one, the trash included, with one revision each', async () => {
  const { on, old, other } = await twoImages()
  const shown = { collectionId: articles, featuredImageId: old.id, ogImageId: old.id }
  const { item } = await on.call(createItem, { ...shown, title: 'A ship', content: `![](${old.url})` })
  const { item: trashed } = await on.call(createItem, {
    collectionId: articles,
    title: 'Gone',
    content: `![](${old.url})`,
  })
  await on.call(deleteItem, { id: trashed.id }, { confirm: true })
  const { author } = await on.call(createAuthor, { collectionId: articles, name: 'Pen name' })
  await on.call(setAvatar, { target: 'author', authorId: author.id, mediaId: old.id })
  await on.call(updateOrganizationSettings, { defaults: { socialImageId: old.id } })

  const answer = await on.call(replaceMedia, { from: old.id, to: other.id })

  expect(answer.rewritten).toBe(2)
  expect(answer.items).toContainEqual({
    id: item.id,
    title: 'A ship',
    status: 'draft',
    places: ['featuredImageId', 'ogImageId', 'content'],
  })
  expect(answer.items).toContainEqual(expect.objectContaining({ id: trashed.id, places: ['content'] }))
  expect(answer.authors).toEqual([{ id: author.id, name: 'Pen name' }])
  const { item: after } = await on.call(getItem, { id: item.id })
  expect(after).toMatchObject({ featuredImageId: other.id, ogImageId: other.id, version: item.version + 1 })
  expect(after.content).toContain(`/${other.id}/`)
  expect(after.content).not.toContain(old.id)
  expect((await on.call(listItemRevisions, { id: item.id })).total).toBe(2)
  expect((await on.call(getOrganizationSettings, {})).defaults.socialImageId).toBe(other.id)
  expect((await on.call(listMedia, { unused: true })).items.map(({ id }) => id)).toEqual([old.id])
})

test('an address in code is no use: it stays, and nothing uses the image afterwards', async () => {
  const { on, old, other } = await twoImages()
  const code = `\`${old.url}\`\n\n\`\`\`\n<img src="${old.url}">\n\`\`\`\n`
  const content = `![](${old.url}) [file](${old.url})\n\n${code}`
  const { item } = await on.call(createItem, { collectionId: articles, title: 'How to show it', content })

  const answer = await on.call(replaceMedia, { from: old.id, to: other.id })

  expect(answer.items).toMatchObject([{ id: item.id, places: ['content'] }])
  expect((await on.call(getItem, { id: item.id })).item.content).toContain(code)
  const used = await on.call(listMedia, { ids: [old.id, other.id] })
  expect(used.items.map(({ id, useCount }) => [id === other.id, useCount]).toSorted()).toEqual([
    [false, 0],
    [true, 1],
  ])
})

test('a rehearsal says the same and changes nothing; where nothing shows it, nothing is written', async () => {
  const { on, old, other } = await twoImages()
  const { item } = await on.call(createItem, { collectionId: articles, title: 'A ship', featuredImageId: old.id })

  expect(await on.call(replaceMedia, { from: old.id, to: other.id }, { dryRun: true })).toMatchObject({
    rewritten: 1,
    items: [{ id: item.id, places: ['featuredImageId'] }],
  })
  expect((await on.call(getItem, { id: item.id })).item.featuredImageId).toBe(old.id)
  expect(await on.call(replaceMedia, { from: other.id, to: old.id })).toMatchObject({ rewritten: 0, items: [] })
})

test('it takes two images with their files', async () => {
  const { on, old } = await twoImages()
  const remote = newId('media')
  const url = 'https://old.example.com/ship.jpg'
  await on.rows(({ db }) => db.insertInto('media').values({ id: remote, source: 'import', url }).execute())
  const refused = (from: string, to: string, code: string) =>
    expect(on.call(replaceMedia, { from: from as never, to: to as never })).rejects.toMatchObject({ code })

  await refused(old.id, old.id, 'validation_failed')
  await refused(old.id, newId('media'), 'not_found')
  await refused(old.id, remote, 'unsupported_media')
})
