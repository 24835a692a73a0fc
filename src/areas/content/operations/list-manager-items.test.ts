import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { listItems } from '#areas/content/operations/list-items.ts'
import { listManagerItems } from '#areas/content/operations/list-manager-items.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { stage } from '#test/stage.ts'

const articles = 'articles' as never

test('the search takes title, excerpt, slug, canonical and external URL, and the last segment of a pasted URL', async () => {
  const { call } = await stage()
  const { item } = await call(createItem, {
    collectionId: articles,
    title: 'How to Choose',
    slug: 'choose-a-crm',
    excerpt: 'Five 100% sober_steps',
    canonicalUrl: 'https://canonical.example/guide',
    externalUrl: 'https://old.example/2019/guide-old',
  })
  await call(createItem, { collectionId: articles, title: 'Something else', excerpt: 'Five 1000 sober steps' })
  const find = async (search: string) => (await call(listManagerItems, { search })).items.map(({ id }) => id)

  for (const search of [
    'how to CHOOSE',
    '100% sober_steps',
    'choose-a-crm',
    'canonical.example/guide',
    'old.example/2019',
    'https://www.anything.example/blog/Choose-A-CRM/?utm=1#top',
    'https://www.anything.example/blog/choose%2Da%2Dcrm',
  ])
    expect(await find(search), search).toEqual([item.id])
  expect(await find('%')).toEqual([item.id])
  expect(await find('x%y')).toEqual([])
})

test('a change of the title is found at once, and the old title no longer', async () => {
  const { call } = await stage()
  const { item } = await call(createItem, {
    collectionId: articles,
    title: 'Before',
    slug: 'fixed',
    content: 'Body stays searchable',
  })
  await call(updateItem, { id: item.id, title: 'Afterwards' })
  const total = async (search: string) => (await call(listManagerItems, { search })).total

  expect([await total('before'), await total('afterwards'), await total('stays searchable')]).toEqual([0, 1, 1])
})

test('paging to the end shows every item once, also when many share their time', async () => {
  const { call, rows } = await stage()
  for (let n = 0; n < 25; n++) await call(createItem, { collectionId: articles, title: `Item ${n}` })
  await rows(({ db }) =>
    db
      .updateTable('item')
      .set({ updated_at: new Date(0) })
      .execute(),
  )

  const seen: string[] = []
  for (let page = 1; ; page++) {
    const { items, total, hasMore } = await call(listManagerItems, { page, pageSize: 7 })
    seen.push(...items.map(({ id }) => id))
    expect(total).toBe(25)
    if (!hasMore) break
  }

  expect(new Set(seen).size).toBe(25)
  expect(seen).toHaveLength(25)
})

test('the trash is a list of its own, and no part of listItems', async () => {
  const { call } = await stage()
  const { item } = await call(createItem, { collectionId: articles, title: 'Gone' })
  await call(deleteItem, { id: item.id }, { confirm: true })

  expect((await call(listManagerItems, {})).items).toEqual([])
  expect((await call(listManagerItems, { trashed: true })).items).toMatchObject([{ id: item.id, title: 'Gone' }])
  expect((await call(listItems, {})).total).toBe(0)
})

test('statuses count a draft with a date as scheduled', async () => {
  const { call, rows } = await stage()
  await call(createItem, { collectionId: articles, title: 'Draft' })
  const { item } = await call(createItem, { collectionId: articles, title: 'Legacy' })
  await rows(({ db }) =>
    db
      .updateTable('item')
      .set({ publish_at: new Date('2030-01-01') })
      .where('id', '=', item.id)
      .execute(),
  )

  expect((await call(listManagerItems, { status: ['scheduled'] })).items.map(({ title }) => title)).toEqual(['Legacy'])
  expect((await call(listItems, { status: 'draft' })).items.map(({ title }) => title)).toEqual(['Draft'])
})

test('listItems narrows to the wanted fields and keeps the id', async () => {
  const { call } = await stage()
  const { item } = await call(createItem, { collectionId: articles, title: 'One' })

  const { items } = await call(listItems, { fields: ['title', 'slug'] })

  expect(items).toEqual([{ id: item.id, title: 'One', slug: 'one' }])
})
