import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { consolidateItems } from '#areas/seo/operations/consolidate-items.ts'
import { listRedirects } from '#areas/seo/operations/list-redirects.ts'
import type { ItemId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

const confirm = { confirm: true } as const

async function moved() {
  const on = await stage()
  const publish = async (title: string, slug: string): Promise<ItemId> =>
    (await on.call(createItem, { collectionId: 'articles' as never, title, slug, status: 'published' }, confirm)).item
      .id
  const first = await publish('First', 'old')
  await on.call(updateItem, { id: first, slug: 'first' }, confirm)
  const targets = async () =>
    Object.fromEntries((await on.call(listRedirects, {})).items.map(({ fromPath, toItemId }) => [fromPath, toItemId]))
  return { ...on, publish, first, targets }
}

test.each<[string, (on: Awaited<ReturnType<typeof moved>>, taker: ItemId) => Promise<unknown>]>([
  ['is unpublished', (on, id) => on.call(unpublishItem, { id }, confirm)],
  ['gets another slug', (on, id) => on.call(updateItem, { id, slug: 'elsewhere' }, confirm)],
  ['goes to the trash', (on, id) => on.call(deleteItem, { id }, confirm)],
  ['is removed for good', (on, id) => on.call(deleteItem, { id, permanent: true }, confirm)],
])('a redirect leads on again when the item that took its path %s', async (_name, leave) => {
  const on = await moved()
  expect(await on.targets()).toEqual({ '/articles/old': on.first })

  const taker = await on.publish('Second', 'old')
  expect(await on.targets()).toEqual({})
  await leave(on, taker)

  expect(await on.targets()).toEqual({ '/articles/old': on.first })
})

test('what a consolidation moved returns to an item that is published again', async () => {
  const on = await moved()
  const winner = await on.publish('Winner', 'winner')
  const flags = { rewriteReferences: true, createRedirects: true } as const
  const input = { winnerId: winner, duplicateIds: [on.first], ...flags }
  await on.call(consolidateItems, input, { ...confirm, idempotencyKey: 'k' })
  expect(await on.targets()).toEqual({ '/articles/old': winner, '/articles/first': winner })

  await on.call(publishItem, { id: on.first }, confirm)

  expect(await on.targets()).toEqual({ '/articles/old': on.first })
})

test('an item that is published again has its first date, unless the call names another', async () => {
  const on = await stage()
  const date = '2024-05-06T07:08:09.000Z'
  const made = { collectionId: 'articles' as never, title: 'Old', status: 'published', publishAt: date } as const
  const { id } = (await on.call(createItem, made, confirm)).item

  await on.call(unpublishItem, { id }, confirm)
  expect((await on.call(getItem, { id })).item).toMatchObject({ publishAt: null, firstPublishedAt: date })
  await on.call(publishItem, { id }, confirm)
  expect((await on.call(getItem, { id })).item).toMatchObject({ publishAt: date, firstPublishedAt: date })

  await on.call(unpublishItem, { id }, confirm)
  const other = '2025-01-01T00:00:00.000Z'
  await on.call(updateItem, { id, status: 'published', publishAt: other }, confirm)
  expect((await on.call(getItem, { id })).item).toMatchObject({ publishAt: other, firstPublishedAt: date })
})

/** Takes an item off, gives it another slug twice, and publishes it again. */
async function returned(on: Awaited<ReturnType<typeof moved>>, id: ItemId, redirectTo?: ItemId) {
  await on.call(unpublishItem, { id, ...(redirectTo === undefined ? {} : { redirectTo }) }, confirm)
  for (const slug of ['between', 'new']) await on.call(updateItem, { id, slug })
  expect(await on.targets()).not.toHaveProperty('/articles/between')
  await on.call(publishItem, { id }, confirm)
}

test('an item that comes back with another slug is found where the public knew it, and nowhere else', async () => {
  const on = await moved()
  const id = await on.publish('Away', 'away')

  await returned(on, id)

  expect(await on.targets()).toEqual({ '/articles/old': on.first, '/articles/away': id })
})

test('an item that comes back leaves its former address to what has it by now', async () => {
  const on = await moved()
  const [first, second] = [await on.publish('Taken', 'taken'), await on.publish('Sent', 'sent')]
  await on.call(unpublishItem, { id: first }, confirm)
  await on.call(updateItem, { id: first, slug: 'given-up' })
  await on.publish('Taker', 'taken')

  await on.call(publishItem, { id: first }, confirm)
  await returned(on, second, on.first)

  expect(await on.targets()).toEqual({ '/articles/old': on.first, '/articles/sent': on.first })
})
