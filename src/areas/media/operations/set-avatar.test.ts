import { expect, test } from 'vitest'

import { getProfile } from '#areas/account/operations/get-profile.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { listAuthors } from '#areas/taxonomies/operations/list-authors.ts'
import { contentApi } from '#test/content-stage.ts'
import { announced, newImage, newUpload } from '#test/pictures.ts'
import { stage } from '#test/stage.ts'

import { completeMediaUpload } from './complete-media-upload.ts'
import { setAvatar } from './set-avatar.ts'

const articles = 'articles' as never

test('an author shows the picture, on every interface', async () => {
  const on = await stage()
  const image = await newImage(on)
  const { author } = await on.call(createAuthor, { collectionId: articles, name: 'Pen name' })
  const { avatarUrl } = await on.call(setAvatar, { target: 'author', authorId: author.id, mediaId: image.id })

  expect(avatarUrl).toBe(image.url)
  const { items } = await on.call(listAuthors, { collection: articles })
  expect(items).toMatchObject([{ avatarUrl, avatarMediaId: image.id, version: 2 }])
  const { json } = await contentApi(on.database)(`/v1/${on.access.organization.id}/authors`)
  expect(json.data[0].attributes.avatar_url).toBe(image.url?.replace('https://masthead.test', 'https://cms.example'))
  expect(await on.call(setAvatar, { target: 'author', authorId: author.id, mediaId: null })).toEqual({
    avatarUrl: null,
  })
})

test('the own profile shows the picture in this organization', async () => {
  const on = await stage()
  const [first, second] = [await newImage(on), await newImage(on)]
  for (const { id } of [first, second]) await on.call(setAvatar, { target: 'profile', mediaId: id })

  expect((await on.call(getProfile, {})).avatarUrl).toBe(second.url)
  await on.call(setAvatar, { target: 'profile', mediaId: null })
  expect((await on.call(getProfile, {})).avatarUrl).toBeNull()
})

test('a viewer sets the own picture in the web application, and that of nobody else', async () => {
  const on = await stage()
  const { id: mediaId } = await newImage(on)
  const { author } = await on.call(createAuthor, { collectionId: articles, name: 'Pen name' })
  const viewer = { door: 'app' as const, as: { role: 'viewer' as const, scopes: [] } }

  await on.call(setAvatar, { target: 'profile', mediaId }, viewer)
  await expect(on.call(setAvatar, { target: 'author', authorId: author.id, mediaId }, viewer)).rejects.toMatchObject({
    code: 'role_forbidden',
  })
  await expect(on.call(setAvatar, { target: 'profile', mediaId }, { ...viewer, door: 'rest' })).rejects.toMatchObject({
    code: 'role_forbidden',
  })
})

test('a document, and the image of another organization, are no picture', async () => {
  const [on, other] = [await stage(), await stage()]
  const bytes = Buffer.from('<rss/>')
  const document = await newUpload(on, bytes, announced(bytes, 'application/xml'))
  await on.call(completeMediaUpload, { mediaId: document })
  const foreign = (await newImage(other)).id

  await expect(on.call(setAvatar, { target: 'profile', mediaId: document })).rejects.toMatchObject({
    code: 'unsupported_media',
  })
  await expect(on.call(setAvatar, { target: 'profile', mediaId: foreign })).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  { target: 'author', mediaId: null },
  { target: 'profile', authorId: 'aut_x', mediaId: null },
])('%j is refused', async (input) => {
  const on = await stage()

  expect((await on.answerOf(setAvatar, input)).status).toBe(422)
})
