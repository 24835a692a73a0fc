import { expect, test } from 'vitest'

import { updateCollection } from '#areas/collections/operations/update-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { restoreItem } from '#areas/content/operations/restore-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { consolidateItems } from '#areas/seo/operations/consolidate-items.ts'
import { createRedirect } from '#areas/seo/operations/create-redirect.ts'
import { listRedirects } from '#areas/seo/operations/list-redirects.ts'
import { revertChanges } from '#areas/undo/operations/revert-changes.ts'
import type { ItemId } from '#kernel/ids.ts'
import { undoStage } from '#test/undo-stage.ts'

type On = Awaited<ReturnType<typeof undoStage>>

/** Where the addresses lead that the redirects have. */
async function leads(on: On): Promise<Record<string, string>> {
  const { items } = await on.call(listRedirects, {})
  return Object.fromEntries(items.map(({ fromPath, to }) => [fromPath, to]))
}

async function merged() {
  const on = await undoStage()
  const [winner, copy] = [await on.publish('Winner', { slug: 'w' }), await on.publish('Copy', { slug: 'd' })]
  const flags = { rewriteReferences: true, createRedirects: true }
  const input = { winnerId: winner, duplicateIds: [copy], ...flags }
  const { requestId } = await on.done(consolidateItems, input, { idempotencyKey: 'k' })
  return { ...on, winner, copy, requestId }
}

const approval = { publishingPolicy: { requireApproval: true } }

test.each<[string, (on: On, copy: ItemId) => Promise<unknown>]>([
  ['is in the trash', (on, id) => on.done(deleteItem, { id })],
  ['is gone', (on, id) => on.done(deleteItem, { id, permanent: true })],
  [
    'has another text that nobody approved',
    async (on, id) => {
      await on.done(updateOrganizationSettings, approval, on.asPerson)
      await on.done(updateItem, { id, content: 'Never seen by anybody.' })
    },
  ],
])('the address of a merged item that %s still leads to the winner', async (_name, change) => {
  const on = await merged()
  await change(on, on.copy)

  const plan = await on.call(revertChanges, { requestIds: [on.requestId] }, { dryRun: true, as: on.asPerson.as })
  const undone = await on.revert(on.requestId)

  expect(undone.records).toEqual([])
  expect(undone.skipped).toEqual(plan.skipped)
  expect(undone.skipped.map(({ type }) => type)).toEqual(['item', 'redirect'])
  expect(undone.skipped).toContainEqual(expect.objectContaining({ title: '/articles/d', code: 'in_use' }))
  expect(await leads(on)).toEqual({ '/articles/d': '/articles/w' })
})

test('a merged item that comes back under another slug has its old address lead to it', async () => {
  const on = await merged()
  await on.done(updateItem, { id: on.copy, slug: 'd2' })

  const undone = await on.revert(on.requestId)

  expect(undone.skipped).toEqual([])
  expect(undone.records).toContainEqual(
    expect.objectContaining({ type: 'redirect', fields: ['toItemId', 'reason'], from: expect.anything() }),
  )
  expect(await on.itemOf(on.copy)).toMatchObject({ status: 'published', slug: 'd2' })
  expect(await leads(on)).toEqual({ '/articles/d': '/articles/d2' })
  expect(await on.revert(on.requestId)).toMatchObject({ records: [] })
})

test('so has one that others have published under another slug', async () => {
  const on = await merged()
  await on.done(updateItem, { id: on.copy, slug: 'd2' })
  await on.done(publishItem, { id: on.copy })

  const undone = await on.revert(on.requestId)

  expect(undone.records).toMatchObject([{ title: '/articles/d', to: { toItemId: on.copy } }])
  expect(await leads(on)).toEqual({ '/articles/d': '/articles/d2' })
})

test('a consolidation is taken back as a whole, however its records are named', async () => {
  const on = await merged()
  const linking = (
    await on.done(createItem, { collectionId: 'articles', title: 'Linking', content: '[a](/articles/w)' })
  ).result['item']?.id
  const later = await on.done(updateItem, { id: linking, title: 'Changed' })
  const { items } = await on.call(listRedirects, {})
  const [redirectId = ''] = items.map(({ id }) => id)
  const requestIds = [on.requestId, later.requestId]
  const revertOnly = (...recordIds: string[]) =>
    on.call(revertChanges, { requestIds, recordIds }, { confirm: true, ...on.asPerson })
  const alternative = { operation: 'revertChanges', input: { requestIds: [on.requestId] } }

  for (const [type, id] of [
    ['redirect', redirectId],
    ['item', on.copy],
  ] as const)
    expect(await revertOnly(id)).toMatchObject({
      records: [],
      skipped: [{ type, id, code: 'not_revertible', alternative }],
    })
  expect(await leads(on)).toEqual({ '/articles/d': '/articles/w' })
  expect(await on.itemOf(on.copy)).toMatchObject({ status: 'draft' })

  const whole = await revertOnly(on.copy, redirectId)
  expect(whole.records.map(({ action }) => action)).toEqual(['unmerge', 'unmerge'])
  expect(whole.skipped).toEqual([])
})

test('what led to a merged item leads to it again only where it is live again', async () => {
  const on = await undoStage()
  const [winner, copy] = [await on.publish('Winner', { slug: 'w' }), await on.publish('Copy', { slug: 'first' })]
  await on.done(updateItem, { id: copy, slug: 'd' })
  const flags = { rewriteReferences: true, createRedirects: true }
  const input = { winnerId: winner, duplicateIds: [copy], ...flags }
  const { requestId } = await on.done(consolidateItems, input, { idempotencyKey: 'k' })
  await on.done(deleteItem, { id: copy })
  const both = { '/articles/d': '/articles/w', '/articles/first': '/articles/w' }

  expect((await on.revert(requestId)).records).toEqual([])
  expect(await leads(on)).toEqual(both)

  await on.done(restoreItem, { id: copy })
  expect((await on.revert(requestId)).skipped).toEqual([])
  expect(await leads(on)).toEqual({ '/articles/first': '/articles/d' })
})

test('a merged item that goes to the trash comes back with both calls', async () => {
  const on = await merged()
  const deleted = await on.done(deleteItem, { id: on.copy })

  const undone = await on.revert(on.requestId, deleted.requestId)

  expect(undone.skipped).toEqual([])
  expect(await on.itemOf(on.copy)).toMatchObject({ status: 'published' })
  expect(await leads(on)).toEqual({})
})

test('the former address of another item leads there again, without what was published at it meanwhile', async () => {
  const on = await undoStage()
  const moved = await on.publish('Moved', { slug: 'former' })
  await on.done(updateItem, { id: moved, slug: 'latter' })
  const draft = await on.done(createItem, { collectionId: 'articles', title: 'Draft', slug: 'draft' })
  const before = await on.allRows()
  const id = draft.result['item']?.id
  const calls = [
    await on.done(updateItem, { id, slug: 'former' }),
    await on.done(publishItem, { id }),
    await on.done(updateItem, { id, slug: 'between' }),
    await on.done(updateItem, { id, slug: 'former' }),
  ]

  const undone = await on.revert(...calls.map(({ requestId }) => requestId))

  expect(undone.skipped).toEqual([])
  expect(await on.allRows()).toEqual(before)
  expect(await leads(on)).toEqual({ '/articles/former': '/articles/latter' })
})

test('an item goes to the trash again where the redirect to it gives way again', async () => {
  const on = await undoStage()
  const [moved, other] = [await on.publish('Moved', { slug: 'former' }), await on.publish('Other', { slug: 'other' })]
  await on.done(updateItem, { id: moved, slug: 'latter' })
  const calls = [await on.done(updateItem, { id: other, slug: 'former' }), await on.done(deleteItem, { id: moved })]
  const undone = await on.done(
    revertChanges,
    { requestIds: calls.map(({ requestId }) => requestId) },
    { idempotencyKey: 'k', ...on.asPerson },
  )
  expect(undone.result['skipped']).toEqual([])
  expect(await leads(on)).toMatchObject({ '/articles/former': '/articles/latter' })

  const redone = await on.revert(undone.requestId)

  expect(redone.skipped).toEqual([])
  expect(await on.itemOf(other)).toMatchObject({ slug: 'former' })
})

test('the address of an unpublished item leads on while the item is not back', async () => {
  const on = await undoStage()
  const [item, target] = [await on.publish('Item', { slug: 'd' }), await on.publish('Target', { slug: 'w' })]
  const { requestId } = await on.done(unpublishItem, { id: item, redirectTo: target })
  await on.done(deleteItem, { id: item })

  const undone = await on.revert(requestId)

  expect(undone.records).toEqual([])
  expect(undone.skipped).toMatchObject([
    { id: item, code: 'changed_since' },
    { type: 'redirect', code: 'in_use' },
  ])
  expect(await leads(on)).toEqual({ '/articles/d': '/articles/w' })
})

test('a redirect of an address where nothing was goes', async () => {
  const on = await undoStage()
  const item = await on.publish('Item', { slug: 'd' })
  const calls = [
    await on.done(createRedirect, { fromPath: '/old/d', toItemId: item }),
    await on.done(updateItem, { id: item, title: 'Changed' }),
  ]

  const undone = await on.revert(...calls.map(({ requestId }) => requestId))

  expect(undone.skipped).toEqual([])
  expect(await leads(on)).toEqual({})
})

test('an item that was made stays where redirects of others lead to it', async () => {
  const on = await undoStage()
  const made = await on.done(createItem, { collectionId: 'articles', title: 'Made', status: 'published' })
  const id = made.result['item']?.id
  const redirect = await on.done(createRedirect, { fromPath: '/old', toItemId: id })

  const undone = await on.revert(made.requestId)
  expect(undone).toMatchObject({ records: [], skipped: [{ id, code: 'in_use' }] })

  const both = await on.revert(made.requestId, redirect.requestId)
  expect(both.records.map(({ type, action }) => `${type} ${action}`)).toEqual(['item trash', 'redirect remove'])
})

test('an item does not leave the trash under another address', async () => {
  const on = await undoStage()
  const item = await on.publish('Item', { slug: 'ut-x' })
  const { requestId } = await on.done(deleteItem, { id: item })
  await on.publish('Other', { slug: 'ut-x' })

  const undone = await on.revert(requestId)

  const alternative = { operation: 'restoreItem', input: { id: item } }
  expect(undone).toMatchObject({
    records: [],
    skipped: [{ id: item, code: 'slug_taken', fields: ['slug'], alternative }],
  })
})

test('a redirect to an address with a query returns with the slug that it followed', async () => {
  const on = await undoStage()
  await on.call(updateOrganizationSettings, { siteUrl: 'https://acme.example' }, on.asPerson)
  const item = await on.publish('Pricing', { slug: 'pricing' })
  await on.done(createRedirect, { fromPath: '/promo', toUrl: 'https://acme.example/articles/pricing?ref=a' })
  const { requestId } = await on.done(updateItem, { id: item, slug: 'prices' })
  expect(await leads(on)).toMatchObject({ '/promo': 'https://acme.example/articles/prices?ref=a' })

  const undone = await on.revert(requestId)

  expect(undone.skipped).toEqual([])
  expect(await leads(on)).toMatchObject({ '/promo': 'https://acme.example/articles/pricing?ref=a' })
})

test('a redirect waits for the item at its path, although the call that moved the item there is taken back', async () => {
  const on = await undoStage()
  const own = await on.publish('Own', { slug: 'own' })
  await on.done(createRedirect, { fromPath: '/news/own', toItemId: own })
  // A collection is not taken back, only the redirects that another template moved are among the effects of its call.
  const { requestId } = await on.done(updateCollection, { collectionId: 'articles', urlTemplate: '/news/{slug}' })

  const undone = await on.revert(requestId)

  expect(undone.records).toEqual([])
  expect(await leads(on)).toEqual({})
})
