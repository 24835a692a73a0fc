import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { getJob } from '#areas/jobs/operations/get-job.ts'
import { createContextEntry } from '#areas/library/operations/create-context-entry.ts'
import { createRedirect } from '#areas/seo/operations/create-redirect.ts'
import { deleteRedirect } from '#areas/seo/operations/delete-redirect.ts'
import { listRedirects } from '#areas/seo/operations/list-redirects.ts'
import { createTaxonomyTerm } from '#areas/taxonomies/operations/create-taxonomy-term.ts'
import { deleteTaxonomyTerm } from '#areas/taxonomies/operations/delete-taxonomy-term.ts'
import { listTaxonomyTerms } from '#areas/taxonomies/operations/list-taxonomy-terms.ts'
import { updateTaxonomyTerm } from '#areas/taxonomies/operations/update-taxonomy-term.ts'
import { revertChanges } from '#areas/undo/operations/revert-changes.ts'
import { undoStage } from '#test/undo-stage.ts'
import { told, toldDuring } from '#test/website.ts'

type On = Awaited<ReturnType<typeof undoStage>>
type Call = { requestId: `req_${string}` }

/** Takes calls back, and looks that the rehearsal says the same and a second time changes nothing. */
async function revertAll(on: On, calls: readonly Call[]) {
  const requestIds = calls.map(({ requestId }) => requestId)
  const plan = await on.call(revertChanges, { requestIds }, { dryRun: true, ...on.asPerson })
  const undone = await on.done(revertChanges, { requestIds }, on.asPerson)
  expect(undone.result).toMatchObject({ records: plan.records, skipped: plan.skipped })
  const rows = await on.allRows()
  expect(await on.revert(...requestIds)).toMatchObject({ records: [], reverted: 0 })
  expect(await on.allRows()).toEqual(rows)
  return { ...plan, requestId: undone.requestId }
}

async function leads(on: On): Promise<Record<string, string>> {
  const { items } = await on.call(listRedirects, {})
  return Object.fromEntries(items.map(({ fromPath, to }) => [fromPath, to]))
}

const tagsOf = async (on: On) => {
  const { items } = await on.call(listTaxonomyTerms, { taxonomy: 'tag' })
  return Object.fromEntries(items.map(({ id, slug }) => [id, slug]))
}

async function newTag(on: On, name: string) {
  const { result, requestId } = await on.done(createTaxonomyTerm, { taxonomy: 'tag', name })
  return { id: result['term']?.id ?? '', requestId }
}

test('a deleted item comes back under its address, which a new one had since', async () => {
  const on = await undoStage()
  const first = await on.publish('First', { slug: 'address' })
  const before = await on.itemOf(first)
  const calls = [
    await on.done(deleteItem, { id: first }),
    await on.done(createItem, { collectionId: 'articles', title: 'Second', slug: 'address', status: 'published' }),
  ]

  const undone = await revertAll(on, calls)

  expect(undone.skipped).toEqual([])
  const { slug, status, publishAt } = before
  expect(await on.itemOf(first)).toMatchObject({ slug, status, publishAt, deletedAt: null })

  await on.revert(undone.requestId)
  expect(await on.itemOf(first)).toMatchObject({ deletedAt: expect.any(String) })
})

test('an item gets its slug back from another one that took it', async () => {
  const on = await undoStage({ webhooks: told })
  const [one, two] = [await on.publish('One', { slug: 'foo' }), await on.publish('Two', { slug: 'bar' })]
  const calls = [
    await on.done(updateItem, { id: one, slug: 'foo-old' }),
    await on.done(updateItem, { id: two, slug: 'foo' }),
  ]

  const messages = await toldDuring(on, () => revertAll(on, calls))

  expect([(await on.itemOf(one)).slug, (await on.itemOf(two)).slug]).toEqual(['foo', 'bar'])
  expect(await leads(on)).toEqual({ '/articles/foo-old': '/articles/foo' })
  expect(messages).toHaveLength(1)
})

test('slugs that were exchanged are exchanged again', async () => {
  const on = await undoStage()
  const [one, two] = [await on.publish('One', { slug: 'a' }), await on.publish('Two', { slug: 'b' })]
  const calls = [
    await on.done(updateItem, { id: one, slug: 'c' }),
    await on.done(updateItem, { id: two, slug: 'a' }),
    await on.done(updateItem, { id: one, slug: 'b' }),
  ]

  const undone = await revertAll(on, calls)

  expect(undone.skipped).toEqual([])
  expect([(await on.itemOf(one)).slug, (await on.itemOf(two)).slug]).toEqual(['a', 'b'])
  expect(await leads(on)).toEqual({})
})

test('of two items that had the same slug one after the other, the later one gets it', async () => {
  const on = await undoStage()
  const one = await on.publish('One', { slug: 'a' })
  const first = await on.done(updateItem, { id: one, slug: 'one' })
  const two = await on.publish('Two', { slug: 'a' })
  const second = await on.done(updateItem, { id: two, slug: 'two' })

  const undone = await revertAll(on, [first, second])

  expect(undone.skipped).toContainEqual(expect.objectContaining({ id: one, code: 'slug_taken' }))
  expect([(await on.itemOf(one)).slug, (await on.itemOf(two)).slug]).toEqual(['one', 'a'])
})

test('a slug of another keeps back itself, not the other fields', async () => {
  const on = await undoStage()
  const one = await on.publish('One', { slug: 'a' })
  const tag = await newTag(on, 'Ink')
  const calls = [
    await on.done(updateItem, { id: one, slug: 'b', title: 'Changed' }),
    await on.done(updateTaxonomyTerm, { termId: tag.id, name: 'Paper', slug: 'paper' }),
  ]
  await on.publish('Other', { slug: 'a' })
  await newTag(on, 'Ink')

  const undone = await revertAll(on, calls)

  expect(undone.skipped.filter(({ type }) => type !== 'redirect')).toMatchObject([
    { id: one, code: 'slug_taken', fields: ['slug'] },
    { id: tag.id, code: 'slug_taken', fields: ['slug'] },
  ])
  expect(await on.itemOf(one)).toMatchObject({ title: 'One', slug: 'b' })
  const { items } = await on.call(listTaxonomyTerms, { taxonomy: 'tag' })
  expect(items.find(({ id }) => id === tag.id)).toMatchObject({ name: 'Ink', slug: 'paper' })
})

test('a deleted tag comes back in the place of a new one with its slug, also on items', async () => {
  const on = await undoStage()
  const old = await newTag(on, 'Ink')
  const { id } = (await on.call(createItem, { collectionId: 'articles', title: 'Tagged', tagIds: [old.id as never] }))
    .item
  const calls = [await on.done(updateItem, { id, tagIds: [] }), await on.done(deleteTaxonomyTerm, { termId: old.id })]
  const made = await newTag(on, 'Ink')
  calls.push(made as never, await on.done(updateItem, { id, tagIds: [made.id] }))

  const undone = await revertAll(on, calls)

  expect(undone.skipped).toEqual([])
  expect(await tagsOf(on)).toEqual({ [old.id]: 'ink' })
  expect(await on.itemOf(id)).toMatchObject({ tags: [{ id: old.id }] })
})

test('tags get their slugs back from each other', async () => {
  const on = await undoStage()
  const [one, two] = [await newTag(on, 'One'), await newTag(on, 'Two')]
  const calls = [
    await on.done(updateTaxonomyTerm, { termId: one.id, slug: 'three' }),
    await on.done(updateTaxonomyTerm, { termId: two.id, slug: 'one' }),
    await on.done(updateTaxonomyTerm, { termId: one.id, slug: 'two' }),
  ]

  const undone = await revertAll(on, calls)
  expect(await tagsOf(on)).toEqual({ [one.id]: 'one', [two.id]: 'two' })

  await on.revert(undone.requestId)
  expect(await tagsOf(on)).toEqual({ [one.id]: 'two', [two.id]: 'one' })
})

test('a deleted redirect comes back in the place of a new one of its path', async () => {
  const on = await undoStage()
  const [one, two] = [await on.publish('One', { slug: 'one' }), await on.publish('Two', { slug: 'two' })]
  const old = (await on.call(createRedirect, { fromPath: '/old', toItemId: one }, { confirm: true })).redirect
  const calls = [
    await on.done(deleteRedirect, { redirectId: old.id }),
    await on.done(createRedirect, { fromPath: '/old', toItemId: two }),
  ]

  const undone = await revertAll(on, calls)

  expect(undone.skipped).toEqual([])
  expect(await leads(on)).toEqual({ '/old': '/articles/one' })
})

test('a job does not separate records that get a slug from each other', async () => {
  const on = await undoStage()
  const old = await newTag(on, 'Ink')
  const from = new Date().toISOString()
  await on.done(deleteTaxonomyTerm, { termId: old.id })
  for (let n = 0; n < 51; n++) await on.call(createContextEntry, { kind: 'fact', title: `Fact ${n}`, body: 'B' })
  await newTag(on, 'Ink')
  const { credentialId } = on.access.actor
  const sitting = { credentialId, from, to: new Date(Date.now() + 1000).toISOString() }

  const { jobId } = await on.call(revertChanges, { sitting }, { confirm: true })
  await on.work()

  expect(await on.call(getJob, { jobId: jobId ?? 'job_' })).toMatchObject({ result: { reverted: 53, skipped: [] } })
  expect(await tagsOf(on)).toEqual({ [old.id]: 'ink' })
})
