import { expect, test } from 'vitest'

import { declineCall } from '#areas/approvals/operations/decline-call.ts'
import { listApprovals } from '#areas/approvals/operations/list-approvals.ts'
import { setApprovalPolicy } from '#areas/approvals/operations/set-approval-policy.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { listItems } from '#areas/content/operations/list-items.ts'
import { listManagerItems } from '#areas/content/operations/list-manager-items.ts'
import { requestItemReview } from '#areas/content/operations/request-item-review.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { type ItemOrder, itemOrders } from '#areas/content/views/item-lists.ts'
import { newId } from '#kernel/ids.ts'
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

test('a collection is named by its id or slug, and an unknown one is no empty list', async () => {
  const { call } = await stage()
  const { item } = await call(createItem, { collectionId: articles, title: 'One' })
  const named = async (collectionId: string) => {
    const { items, total, counts } = await call(listManagerItems, { collectionId: collectionId as never })
    return { ids: items.map(({ id }) => id), total, all: counts.all }
  }

  const [byId, bySlug] = [await named(item.collectionId), await named('articles')]

  expect(byId).toEqual({ ids: [item.id], total: 1, all: 1 })
  expect(bySlug).toEqual(byId)
  for (const unknown of ['nothing', newId('collection')])
    await expect(named(unknown)).rejects.toMatchObject({ code: 'not_found' })
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

test('a page of a search has the same order and total as the whole list, also beyond its end', async () => {
  const { call } = await stage()
  for (const title of ['Found one', 'Found two', 'Other', 'Found three'])
    await call(createItem, { collectionId: articles, title })
  const pageOf = async (page: number, orderBy: ItemOrder, search = 'found') => {
    const { items, total } = await call(listManagerItems, { search, page, pageSize: 2, orderBy })
    return { titles: items.map(({ title }) => title), total }
  }

  for (const orderBy of itemOrders) {
    const { items } = await call(listManagerItems, { orderBy })
    const whole = items.map(({ title }) => title).filter((title) => title !== 'Other')
    expect(await pageOf(1, orderBy), orderBy).toEqual({ titles: whole.slice(0, 2), total: 3 })
    expect(await pageOf(2, orderBy), orderBy).toEqual({ titles: whole.slice(2), total: 3 })
  }
  expect(await pageOf(3, 'title')).toEqual({ titles: [], total: 3 })
  expect(await pageOf(1, 'title', 'nowhere')).toEqual({ titles: [], total: 0 })
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

test('the counts follow every filter but status, review and trash, and the total is that of the filter itself', async () => {
  const on = await stage()
  const { call } = on
  const titles = ['A live one', 'A draft', 'A reviewed draft', 'Elsewhere', 'A trashed one']
  const made = []
  for (const title of titles) made.push((await call(createItem, { collectionId: articles, title })).item.id)
  const [live, , reviewed, , trashed] = made as [never, never, never, never, never]
  await call(updateItem, { id: live, status: 'published' }, { confirm: true })
  await call(requestItemReview, { id: reviewed, reviewerUserIds: [on.access.actor.userId] })
  await call(deleteItem, { id: trashed }, { confirm: true })
  const counts = { all: 3, draft: 2, scheduled: 0, published: 1, inReview: 1, trash: 1 }

  const cases: [Parameters<typeof call<typeof listManagerItems>>[1], number][] = [
    [{}, 3],
    [{ status: ['draft', 'scheduled'] }, 2],
    [{ reviewState: 'requested' }, 1],
    [{ trashed: true }, 1],
    [{ trashed: true, status: ['published'] }, 0],
  ]
  for (const [input, total] of cases) {
    const found = await call(listManagerItems, { search: 'A', ...input })
    expect({ counts: found.counts, total: found.total }, JSON.stringify(input)).toEqual({ counts, total })
  }
  const everything = await call(listManagerItems, {})
  expect({ counts: everything.counts, total: everything.total }).toEqual({
    counts: { ...counts, all: 4, draft: 3 },
    total: 4,
  })
})

test('an item names the person or the agent that created it, whoever changed it since', async () => {
  const on = await stage()
  const { item: byAgent } = await on.call(createItem, { collectionId: articles, title: 'From an agent' })
  const { item: byPerson } = await on.call(
    createItem,
    { collectionId: articles, title: 'From a person' },
    on.inPerson(),
  )
  await on.call(updateItem, { id: byAgent.id, title: 'Changed by a person' }, on.inPerson())
  await on.call(updateItem, { id: byPerson.id, title: 'Changed by an agent' })

  const { items } = await on.call(listManagerItems, { orderBy: 'createdAt' })

  expect(items.map(({ writer }) => writer)).toEqual([
    { type: 'agent', name: 'key of the test' },
    { type: 'user', name: 'Person of the test' },
  ])
})

test('an item waits while a call that changes it waits for approval, and no longer once that is decided', async () => {
  const on = await stage()
  const { item } = await on.call(createItem, { collectionId: articles, title: 'To be removed' })
  await on.call(createItem, { collectionId: articles, title: 'Untouched' })
  await on.call(setApprovalPolicy, { risks: ['destructive'] }, on.inPerson())
  await on.answerOf(deleteItem, { id: item.id }, { confirm: true })
  const waiting = async () => {
    const { items } = await on.call(listManagerItems, {})
    return items.flatMap(({ title, isWaiting }) => (isWaiting ? [title] : []))
  }
  expect(await waiting()).toEqual(['To be removed'])

  const { items } = await on.call(listApprovals, {}, on.inPerson())
  await on.call(declineCall, { approvalId: items[0]?.id as never, reason: 'Not yet' }, on.inPerson())

  expect(await waiting()).toEqual([])
})
