import { expect, test } from 'vitest'

import { getProfile } from '#areas/account/operations/get-profile.ts'
import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { listMedia } from '#areas/media/operations/list-media.ts'
import { setAvatar } from '#areas/media/operations/set-avatar.ts'
import { getOrganizationSettings } from '#areas/organizations/operations/get-organization-settings.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { listAuthors } from '#areas/taxonomies/operations/list-authors.ts'
import { connectedCms } from '#test/connected-cms.ts'
import { newImage, newPicture } from '#test/pictures.ts'
import { stage } from '#test/stage.ts'
import { openWordpress } from '#test/standins/wordpress.ts'

import { deleteMedia } from './delete-media.ts'

const confirm = { confirm: true }
const articles = 'articles' as never

async function usedImage() {
  const on = await stage()
  const image = await newImage(on)
  const mediaId = image.id
  const content = `![](${image.url})`
  const fields = { collectionId: articles, title: 'A ship', content, featuredImageId: mediaId, ogImageId: mediaId }
  const { item } = await on.call(createItem, fields)
  const { author } = await on.call(createAuthor, { collectionId: articles, name: 'Pen name' })
  await on.call(setAvatar, { target: 'author', authorId: author.id, mediaId })
  await on.call(setAvatar, { target: 'profile', mediaId })
  await on.call(updateOrganizationSettings, { defaults: { socialImageId: mediaId } })
  return { on, image, item, author }
}

test('a media in use stays, and the refusal says where it is used', async () => {
  const { on, image, item, author } = await usedImage()

  await expect(on.call(deleteMedia, { mediaId: image.id }, confirm)).rejects.toMatchObject({
    code: 'in_use',
    details: {
      useCount: 6,
      usedBy: [
        { kind: 'profile', id: on.access.actor.userId, title: null, as: 'avatar' },
        { kind: 'organization', id: on.access.organization.id, title: null, as: 'social_image' },
        { kind: 'item', id: item.id, title: 'A ship', as: 'body' },
        { kind: 'item', id: item.id, title: 'A ship', as: 'featured_image' },
        { kind: 'item', id: item.id, title: 'A ship', as: 'og_image' },
        { kind: 'author', id: author.id, title: 'Pen name', as: 'avatar' },
      ],
    },
  })
  expect((await on.call(listMedia, {})).items[0]).toMatchObject({ id: image.id, useCount: 6 })
})

test('with force it is taken out of everything but the text of bodies', async () => {
  const { on, image, item } = await usedImage()
  const answer = await on.call(deleteMedia, { mediaId: image.id, force: true }, confirm)

  expect(answer).toEqual({ deleted: true, useCount: 6, deliveries: [], jobId: null })
  expect((await on.call(getOrganizationSettings, {})).defaults.socialImageId).toBeNull()
  const { item: after } = await on.call(getItem, { id: item.id })
  expect(after).toMatchObject({ featuredImageId: null, ogImageId: null, content: `![](${image.url})` })
  expect(after.version).toBe(item.version + 1)
  expect((await on.call(listAuthors, { collection: articles })).items[0]).toMatchObject({
    avatarUrl: null,
    avatarMediaId: null,
    version: 3,
  })
  expect((await on.call(getProfile, {})).avatarUrl).toBeNull()
  expect((await on.call(listMedia, {})).items).toEqual([])
})

test('an agent that takes a picture out of scheduled items waits where a person approves publications', async () => {
  const { on, image } = await usedImage()
  await on.call(setApprovalPolicy, { risks: ['publish'] }, on.inPerson({ elevated: true }))
  const unused = await newImage(on, await newPicture())

  await expect(on.call(deleteMedia, { mediaId: image.id, force: true }, confirm)).rejects.toMatchObject({
    code: 'confirmation_required',
    details: { approvalId: expect.any(String) },
  })
  expect(await on.call(deleteMedia, { mediaId: unused.id }, confirm)).toMatchObject({ deleted: true })
})

test('it names what tells websites and the CMS of the articles that lose it', async () => {
  const site = await openWordpress()
  const { on, run, publish } = await connectedCms(site)
  const image = await newImage(on)
  const { item } = await on.call(createItem, { collectionId: articles, title: 'A ship', featuredImageId: image.id })
  await run(await publish(item.id))
  const { jobId, deliveries } = await on.call(deleteMedia, { mediaId: image.id, force: true }, confirm)

  expect(deliveries).toHaveLength(1)
  expect(await on.call(getJob, { jobId: jobId ?? '' })).toMatchObject({ kind: 'pushItems' })
  await site.close()
})

test('a body that no longer shows an image does not use it', async () => {
  const { on, image, item } = await usedImage()
  await on.call(updateItem, { id: item.id, content: 'Words.', featuredImageId: null, ogImageId: null })

  expect((await on.call(listMedia, {})).items[0]).toMatchObject({ id: image.id, useCount: 3 })
})

test('a deleted image is no featured image any more', async () => {
  const on = await stage()
  const { id: mediaId } = await newImage(on)
  await on.call(deleteMedia, { mediaId }, confirm)

  await expect(
    on.call(createItem, { collectionId: articles, title: 'Late', featuredImageId: mediaId }),
  ).rejects.toMatchObject({ code: 'not_found' })
})

test('a deletion and a use at the same time do not meet', async () => {
  const on = await stage()
  for (let round = 0; round < 5; round++) {
    const { id: mediaId } = await newImage(on)
    const answers = await Promise.all([
      on.answerOf(deleteMedia, { mediaId }, confirm),
      on.answerOf(createItem, { collectionId: 'articles', title: `Round ${round}`, featuredImageId: mediaId }),
    ])

    expect([
      [200, 404],
      [409, 200],
    ]).toContainEqual(answers.map(({ status }) => status))
  }
})
