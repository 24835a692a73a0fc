import { beforeEach, expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { addExamples } from '#areas/exchange/operations/add-examples.ts'
import { removeExamples } from '#areas/exchange/operations/remove-examples.ts'
import { deleteContextEntry } from '#areas/library/operations/delete-context-entry.ts'
import { setAvatar } from '#areas/media/operations/set-avatar.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { scheduleItem } from '#areas/publishing/operations/schedule-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { consolidateItems } from '#areas/seo/operations/consolidate-items.ts'
import { createRedirect } from '#areas/seo/operations/create-redirect.ts'
import { deleteRedirect } from '#areas/seo/operations/delete-redirect.ts'
import { createAuthor } from '#areas/taxonomies/operations/create-author.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteAuthor } from '#areas/taxonomies/operations/delete-author.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { updateAuthor } from '#areas/taxonomies/operations/update-author.ts'
import { updateTaxonomyTerm } from '#areas/taxonomies/operations/update-taxonomy-term.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import { articlesOf, inAnHour, newEntry, newItem } from '#test/sample-records.ts'
import { stage, type Stage } from '#test/stage.ts'

import { listApprovals } from './operations/list-approvals.ts'
import { setApprovalPolicy } from './operations/set-approval-policy.ts'

let on: Stage
beforeEach(async () => {
  on = await stage()
})

const wait = (...risks: ('publish' | 'destructive' | 'write')[]) => on.call(setApprovalPolicy, { risks }, on.inPerson())
let calls = 0
const sure = { confirm: true }
const statusOf = async (op: AnyOperation, input: object) =>
  (await on.answerOf(op, input, { confirm: true, idempotencyKey: `call-${++calls}` })).status

test('what takes an item off the public, or off its date, counts as a publication; a draft is only deleted', async () => {
  const [live, dated, draft] = [
    await newItem(on, { published: true }),
    await newItem(on, { scheduled: true }),
    await newItem(on),
  ]
  const trashed = await newItem(on, { trashed: true })
  await wait('publish')

  expect([await statusOf(deleteItem, { id: live }), await statusOf(deleteItem, { id: dated })]).toEqual([428, 428])
  expect(await statusOf(deleteItem, { id: live, permanent: true })).toBe(428)
  expect([
    await statusOf(deleteItem, { id: draft }),
    await statusOf(deleteItem, { id: trashed, permanent: true }),
  ]).toEqual([200, 200])
  await wait('destructive')
  expect(await statusOf(deleteItem, { id: live })).toBe(428)
})

test('so do a consolidation, the end of a redirect and that of the examples', async () => {
  const [winnerId, duplicateId] = [await newItem(on, { published: true }), await newItem(on, { published: true })]
  const { redirect } = await on.call(createRedirect, { fromPath: '/old', toItemId: winnerId }, { confirm: true })
  await on.call(addExamples, {}, { confirm: true })
  await wait('publish')

  expect([
    await statusOf(consolidateItems, {
      winnerId,
      duplicateIds: [duplicateId],
      rewriteReferences: true,
      createRedirects: true,
    }),
    await statusOf(deleteRedirect, { redirectId: redirect.id }),
    await statusOf(removeExamples, {}),
  ]).toEqual([428, 428, 428])
})

test('so does what puts another author or tag on an item with a date, as its edit does', async () => {
  const collectionId = (await articlesOf(on)) as never
  const newAuthor = async (name: string) => (await on.call(createAuthor, { collectionId, name })).author.id
  const newTag = async (name: string) => (await on.call(createTaxonomyTerm, { taxonomy: 'tag', name })).term.id
  const [author, otherAuthor, unused] = [await newAuthor('One'), await newAuthor('Two'), await newAuthor('Three')]
  const [tag, otherTag] = [await newTag('One'), await newTag('Two')]
  const terms = { authorIds: [author], tagIds: [tag] }
  const dated = { status: 'scheduled', publishAt: inAnHour() } as const
  await on.call(createItem, { collectionId, title: 'Dated', ...terms, ...dated }, { confirm: true })
  await wait('publish')

  expect([
    await statusOf(deleteAuthor, { authorId: author, reassignToId: otherAuthor }),
    await statusOf(deleteTaxonomyTerm, { termId: tag, reassignToId: otherTag }),
  ]).toEqual([428, 428])
  expect(await statusOf(deleteAuthor, { authorId: unused })).toBe(200)
})

test('so does what an item with a date shows of its author and tags, and an item that is live where its edits are confirmed', async () => {
  const collectionId = (await articlesOf(on)) as never
  const { author } = await on.call(createAuthor, { collectionId, name: 'One' })
  const { term } = await on.call(createTaxonomyTerm, { taxonomy: 'tag', name: 'One' })
  const of = { authorIds: [author.id], tagIds: [term.id] }
  const { item } = await on.call(createItem, { collectionId, title: 'Live', ...of, status: 'published' }, sure)
  await wait('publish')
  const statuses = async () => [
    await statusOf(updateAuthor, { authorId: author.id, bio: `Bio ${++calls}` }),
    await statusOf(updateTaxonomyTerm, { termId: term.id, name: `Tag ${++calls}` }),
    await statusOf(setAvatar, { target: 'author', authorId: author.id, mediaId: null }),
  ]

  expect(await statuses()).toEqual([200, 200, 200])
  await on.call(updateOrganizationSettings, { publishingPolicy: { confirmLiveEdits: true } }, on.inPerson())
  expect(await statuses()).toEqual([428, 428, 428])
  await on.call(unpublishItem, { id: item.id }, { ...on.inPerson(), ...sure })
  expect(await statuses()).toEqual([200, 200, 200])
  await on.call(scheduleItem, { id: item.id, publishAt: inAnHour() }, { ...on.inPerson(), ...sure })
  expect(await statuses()).toEqual([428, 428, 428])
})

test('a person is told whether a call changes what is public, whatever it waits for', async () => {
  const [live, dated, draft, entryId] = [
    await newItem(on, { published: true }),
    await newItem(on, { scheduled: true }),
    await newItem(on),
    await newEntry(on),
  ]
  const isPublic = async (op: AnyOperation, input: object) => {
    expect(await statusOf(op, input)).toBe(428)
    return (await on.call(listApprovals, {}, on.inPerson())).items[0]?.isPublic
  }
  await wait('write')
  expect([
    await isPublic(updateItem, { id: live, title: 'Another' }),
    await isPublic(updateItem, { id: dated, title: 'Another' }),
    await isPublic(updateItem, { id: draft, title: 'Another' }),
  ]).toEqual([true, true, false])
  await wait('destructive')
  expect([
    await isPublic(deleteItem, { id: live }),
    await isPublic(deleteItem, { id: draft }),
    await isPublic(deleteContextEntry, { id: entryId }),
  ]).toEqual([true, false, false])
})
