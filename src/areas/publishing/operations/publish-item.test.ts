import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { unpublishItem } from '#areas/publishing/operations/unpublish-item.ts'
import { stage } from '#test/stage.ts'
import { told, toldDuring } from '#test/website.ts'

const articles = 'articles' as never
const confirm = { confirm: true }

test('a draft and a scheduled item are published now; a published one stays as it is', async () => {
  const { call, rows } = await stage({ webhooks: told })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const published: (typeof draft)[] = []
  const { item: draft } = await call(createItem, { collectionId: articles, title: 'Draft' })
  const { item: scheduled } = await call(
    createItem,
    { collectionId: articles, title: 'Scheduled', status: 'scheduled', publishAt: tomorrow },
    confirm,
  )

  const heard = await toldDuring({ rows }, async () => {
    for (const { id } of [draft, scheduled, draft]) published.push((await call(publishItem, { id }, confirm)).item)
  })
  const [first, second, again] = published

  expect([first?.status, second?.status]).toEqual(['published', 'published'])
  expect(Date.parse(second?.publishAt ?? '')).toBeLessThanOrEqual(Date.now())
  expect(again).toEqual(first)
  expect(heard).toEqual([draft, scheduled].map(({ id }) => ({ reason: 'published', itemIds: [id] })))
})

test('unpublishing clears the date and can lead the address elsewhere', async () => {
  const { call, rows } = await stage()
  const { item } = await call(createItem, { collectionId: articles, title: 'Live', status: 'published' }, confirm)

  const { item: after } = await call(unpublishItem, { id: item.id, redirectTo: 'https://example.com/new' }, confirm)
  await expect(call(unpublishItem, { id: item.id }, confirm)).rejects.toMatchObject({
    code: 'invalid_transition',
    details: { state: 'draft', allowed: ['scheduleItem', 'publishItem', 'deleteItem'] },
  })

  expect(after).toMatchObject({ status: 'draft', publishAt: null })
  expect(await rows(({ db }) => db.selectFrom('redirect').select(['from_path', 'to_url', 'reason']).execute())).toEqual(
    [{ from_path: '/articles/live', to_url: 'https://example.com/new', reason: 'manual' }],
  )
})

test('what is in the trash is neither published nor unpublished', async () => {
  const { call } = await stage()
  const { item } = await call(createItem, { collectionId: articles, title: 'Gone' })
  await call(deleteItem, { id: item.id }, confirm)

  for (const op of [publishItem, unpublishItem]) {
    await expect(call(op, { id: item.id }, confirm)).rejects.toMatchObject({
      code: 'invalid_transition',
      details: { state: 'trash', allowed: ['restoreItem', 'deleteItem with permanent: true'] },
    })
  }
})

test('an address never leads to itself, not by its URL and not over another item', async () => {
  const { call, rows } = await stage()
  const live = async (title: string) =>
    (await call(createItem, { collectionId: articles, title, status: 'published' }, confirm)).item
  const [first, second, third] = [await live('First'), await live('Second'), await live('Third')]

  for (const redirectTo of [first.id, first.url, `${first.url}/?utm=1`])
    await expect(call(unpublishItem, { id: first.id, redirectTo }, confirm)).rejects.toMatchObject({
      code: 'redirect_loop',
    })
  await call(unpublishItem, { id: second.id, redirectTo: first.id }, confirm)
  await expect(call(unpublishItem, { id: first.id, redirectTo: second.id }, confirm)).rejects.toMatchObject({
    code: 'redirect_loop',
  })
  await call(unpublishItem, { id: first.id, redirectTo: third.id }, confirm)

  expect(
    await rows(({ db }) =>
      db.selectFrom('redirect').select(['from_path', 'to_item_id']).orderBy('from_path').execute(),
    ),
  ).toEqual([
    { from_path: '/articles/first', to_item_id: third.id },
    { from_path: '/articles/second', to_item_id: third.id },
  ])
})
