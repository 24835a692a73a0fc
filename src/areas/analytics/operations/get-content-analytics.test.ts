import { expect, test } from 'vitest'

import { addFetched, addReported, removeOldCounters } from '#areas/analytics/add-views.ts'
import { getContentAnalytics } from '#areas/analytics/operations/get-content-analytics.ts'
import { getDashboard } from '#areas/analytics/operations/get-dashboard.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { stage } from '#test/stage.ts'

const daysAgo = (n: number) => new Date(Date.now() - n * 86_400_000)

async function withViews() {
  const on = await stage()
  const write = async (title: string) =>
    (await on.call(createItem, { collectionId: 'articles' as never, title, content: 'A few words.' })).item.id
  const [quiet, read] = [await write('Quiet'), await write('Read')]
  await on.rows(({ db }) =>
    addFetched(db, [
      { at: daysAgo(0), itemId: read, caller: 'human', n: 3 },
      { at: daysAgo(10), itemId: read, caller: 'other', n: 2 },
      { at: daysAgo(10), itemId: read, caller: 'GPTBot', n: 4 },
      { at: daysAgo(800), itemId: read, caller: 'human', n: 9 },
      { at: daysAgo(0), itemId: undefined, caller: 'GPTBot', n: 6 },
      { at: daysAgo(30), itemId: undefined, caller: 'CCBot', n: 5 },
      { at: daysAgo(800), itemId: undefined, caller: 'CCBot', n: 5 },
    ]),
  )
  return { on, quiet, read }
}

const noSearch = { clicks: null, impressions: null, ctr: null, position: null, decay: null }

test('items come by their views, those without any too', async () => {
  const { on, quiet, read } = await withViews()

  const { items, total } = await on.call(getContentAnalytics, {})

  expect(total).toBe(2)
  expect(items).toEqual([
    {
      itemId: read,
      title: 'Read',
      url: expect.stringContaining('/read'),
      viewsHuman: 3,
      viewsOther: 2,
      viewsAiBots: { GPTBot: 4 },
      ...noSearch,
    },
    expect.objectContaining({ itemId: quiet, viewsHuman: 0, viewsOther: 0, viewsAiBots: {} }),
  ])
})

test('several items are asked for together', async () => {
  const { on, quiet, read } = await withViews()

  const { items } = await on.call(getContentAnalytics, { itemIds: [quiet, read] })
  const one = await on.call(getContentAnalytics, { itemIds: [quiet], groupBy: 'collection' })

  expect(items.map(({ itemId, viewsHuman }) => [itemId, viewsHuman])).toEqual([
    [read, 3],
    [quiet, 0],
  ])
  expect(one.items.map(({ viewsHuman }) => viewsHuman)).not.toContain(3)
})

test('a range ends with today, and days without views are there', async () => {
  const { on, read } = await withViews()

  const { items } = await on.call(getContentAnalytics, { range: '7d', groupBy: 'day', itemId: read })

  expect(items.map(({ viewsHuman, viewsOther }) => viewsHuman + viewsOther)).toEqual([0, 0, 0, 0, 0, 0, 3])
})

test('collections have the views of their items, and a search narrows them', async () => {
  const { on } = await withViews()

  const of = async (search?: string) =>
    (await on.call(getContentAnalytics, { groupBy: 'collection', search, pageSize: 1 })).items

  expect(await of()).toEqual([
    {
      collectionId: expect.any(String),
      name: expect.any(String),
      viewsHuman: 3,
      viewsOther: 2,
      viewsAiBots: { GPTBot: 4 },
      ...noSearch,
    },
  ])
  expect(await of('Quiet')).toMatchObject([{ viewsHuman: 0, viewsAiBots: {} }])
})

test('an item in the trash is in no list', async () => {
  const { on, read } = await withViews()
  await on.call(deleteItem, { id: read }, { confirm: true })

  const { items } = await on.call(getContentAnalytics, { groupBy: 'author' })

  expect(items).toEqual([])
  expect((await on.call(getContentAnalytics, {})).total).toBe(1)
})

test('the dashboard counts what AI crawlers fetched, against the time before', async () => {
  const { on } = await withViews()

  const { aiCrawlerHits, previous } = await on.call(getDashboard, { compare: true })

  expect(aiCrawlerHits).toEqual({ total: 6, byBot: [{ bot: 'GPTBot', hits: 6 }] })
  expect(previous?.aiCrawlerHits).toEqual({ total: 5, byBot: [{ bot: 'CCBot', hits: 5 }] })
})

test('the dashboard has the views of each day, against the time before', async () => {
  const { on } = await withViews()

  const { views, previous } = await on.call(getDashboard, { range: '7d', compare: true })

  expect(views).toMatchObject({ human: 3, aiBots: 0, other: 0 })
  expect(views.days.map(({ human }) => human)).toEqual([0, 0, 0, 0, 0, 0, 3])
  expect(previous?.views).toMatchObject({ human: 0, aiBots: 4, other: 2 })
  expect(previous?.views.days.map(({ aiBots }) => aiBots)).toEqual([0, 0, 0, 4, 0, 0, 0])
})

test('a page that reports has its own views from its first day to its last, and those of the Content API on other days', async () => {
  const { on, read } = await withViews()
  await on.call(updateOrganizationSettings, { siteUrl: 'https://tides.example', collectViews: true }, { confirm: true })
  await on.call(publishItem, { id: read }, { confirm: true })
  const report = (n: number, views: number) => ({
    at: daysAgo(n),
    address: 'https://tides.example/articles/read',
    caller: 'human',
    n: views,
  })
  await on.rows(({ db }) => addReported(db, [report(5, 7), report(3, 1), report(9, 2)]))
  await on.rows(({ db }) => addFetched(db, [{ at: daysAgo(4), itemId: read, caller: 'other', n: 50 }]))

  const { items } = await on.call(getContentAnalytics, { groupBy: 'day', pageSize: 28 })
  const byItem = await on.call(getContentAnalytics, { itemId: read })

  expect(items.slice(-12).map(({ viewsHuman, viewsOther }) => viewsHuman + viewsOther)).toEqual([
    0, 2, 2, 0, 0, 0, 7, 0, 1, 0, 0, 3,
  ])
  expect(byItem.items).toMatchObject([{ viewsHuman: 13, viewsOther: 2, viewsAiBots: { GPTBot: 4 } }])
})

test('counters go after 25 months', async () => {
  const { on } = await withViews()

  expect(await on.rows(({ db }) => removeOldCounters(db, 100))).toBe(1)

  expect(await on.rows(({ db }) => db.selectFrom('item_view').select('n').execute())).toHaveLength(3)
  expect(await on.rows(({ db }) => db.selectFrom('crawler_hit').select('n').execute())).toHaveLength(2)
})
