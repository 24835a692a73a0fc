import { expect, test } from 'vitest'

import { itemChecks } from '#areas/checks/index.ts'
import { removeExpiredTrash } from '#areas/content/changes/trash.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { getItem } from '#areas/content/operations/get-item.ts'
import { restoreItem } from '#areas/content/operations/restore-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { stage } from '#test/stage.ts'
import { told, toldDuring } from '#test/website.ts'

const articles = 'articles' as never
const confirm = { confirm: true }

test('a published item is unpublished into the trash, kept for 30 days, and comes back as a draft', async () => {
  const { call, rows } = await stage({ webhooks: told })
  const { item } = await call(createItem, { collectionId: articles, title: 'Old', status: 'published' }, confirm)

  let until: string | null | undefined
  const heard = await toldDuring({ rows }, async () => {
    until = (await call(deleteItem, { id: item.id }, confirm)).trashedUntil
  })
  const days = (Date.parse(until ?? '') - Date.now()) / 86_400_000
  const { item: inTrash } = await call(getItem, { id: item.id })
  const { item: back } = await call(restoreItem, { id: item.id })

  expect(days).toBeGreaterThan(29.9)
  expect(inTrash).toMatchObject({ status: 'draft', publishAt: null })
  expect(inTrash.deletedAt).not.toBeNull()
  expect(back).toMatchObject({ status: 'draft', slug: 'old', deletedAt: null, version: 3 })
  expect(heard).toEqual([{ reason: 'deleted', itemIds: [item.id] }])
})

test('a slug that was taken meanwhile gets a suffix', async () => {
  const { call } = await stage()
  const { item } = await call(createItem, { collectionId: articles, title: 'Same' })
  await call(deleteItem, { id: item.id }, confirm)
  await call(createItem, { collectionId: articles, title: 'Same' })

  const { item: back } = await call(restoreItem, { id: item.id })

  expect(back.slug).toBe('same-2')
})

test('an item that redirects lead to needs another target for them', async () => {
  const { call, rows } = await stage()
  const { item } = await call(createItem, { collectionId: articles, title: 'Winner', status: 'published' }, confirm)
  const { item: next } = await call(createItem, { collectionId: articles, title: 'Next', status: 'published' }, confirm)
  await call(updateItem, { id: item.id, slug: 'renamed' })

  await expect(call(deleteItem, { id: item.id }, confirm)).rejects.toMatchObject({
    code: 'in_use',
    details: { redirects: 1 },
  })
  await expect(call(deleteItem, { id: item.id, redirectTo: item.id }, confirm)).rejects.toMatchObject({
    code: 'redirect_loop',
  })
  await call(deleteItem, { id: item.id, redirectTo: next.id }, confirm)

  const redirects = await rows(({ db }) =>
    db.selectFrom('redirect').select(['from_path', 'to_item_id']).orderBy('from_path').execute(),
  )
  expect(redirects).toEqual([
    { from_path: '/articles/renamed', to_item_id: next.id },
    { from_path: '/articles/winner', to_item_id: next.id },
  ])
})

test('permanent removes at once, from the trash too, with everything that belongs to the item', async () => {
  const { call, rows } = await stage()
  const { item } = await call(createItem, { collectionId: articles, title: 'Gone' })
  await call(deleteItem, { id: item.id }, confirm)

  await expect(call(deleteItem, { id: item.id }, confirm)).rejects.toMatchObject({ code: 'invalid_transition' })
  expect(await call(deleteItem, { id: item.id, permanent: true }, confirm)).toMatchObject({
    permanent: true,
    trashedUntil: null,
  })

  await expect(call(getItem, { id: item.id })).rejects.toMatchObject({ code: 'not_found' })
  const left = await rows(async ({ db }) => [
    ...(await db.selectFrom('item_body').select('item_id').execute()),
    ...(await db.selectFrom('item_revision').select('item_id').execute()),
    ...(await db.selectFrom('item_search').select('item_id').execute()),
  ])
  expect(left).toEqual([])
})

test('the trash is emptied after 30 days, not before', async () => {
  const { call, rows } = await stage()
  const made = async (title: string, days: number) => {
    const { item } = await call(createItem, { collectionId: articles, title })
    await rows(({ db }) =>
      db
        .updateTable('item')
        .set({ trashed_at: new Date(Date.now() - days * 86_400_000) })
        .where('id', '=', item.id)
        .execute(),
    )
    return item.id
  }
  const [young] = [await made('Young', 29), await made('Old', 31)]

  expect(await rows(({ db }) => removeExpiredTrash({ db, checks: itemChecks }, 10))).toBe(1)
  expect(await rows(({ db }) => db.selectFrom('item').select('id').execute())).toEqual([{ id: young }])
})
