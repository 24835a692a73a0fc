import { expect, test } from 'vitest'

import { createCollection } from '#areas/collections/operations/create-collection.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { listCalendar } from '#areas/publishing/operations/list-calendar.ts'
import { newId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

type Stage = Awaited<ReturnType<typeof stage>>

async function dated(on: Stage, title: string, status: 'scheduled' | 'published', at: string, collection = 'articles') {
  const { item } = await on.call(createItem, { collectionId: collection as never, title })
  await on.rows(({ db }) => db.updateTable('item').set({ status, publish_at: at }).where('id', '=', item.id).execute())
  return item
}

test('days are those of the zone of the organization, around changes of its clocks too', async () => {
  const on = await stage()
  await on.call(updateOrganizationSettings, { timezone: 'Europe/Berlin', defaults: { publishTime: '02:30' } })
  const first = await dated(on, 'Before midnight', 'scheduled', '2035-03-24T22:59:59Z')
  const second = await dated(on, 'At midnight', 'scheduled', '2035-03-24T23:00:00Z')
  await dated(on, 'Last of the short day', 'scheduled', '2035-03-25T21:59:59Z')
  await dated(on, 'Next day', 'scheduled', '2035-03-25T22:00:00Z')

  const { days } = await on.call(listCalendar, { from: '2035-03-23', to: '2035-03-27' })

  expect(days.map(({ date, scheduled, freeSlot }) => [date, scheduled, freeSlot])).toEqual([
    ['2035-03-23', 0, '2035-03-23T01:30:00.000Z'],
    ['2035-03-24', 1, null],
    ['2035-03-25', 2, null],
    ['2035-03-26', 1, null],
    ['2035-03-27', 0, '2035-03-27T00:30:00.000Z'],
  ])
  expect(days[1]?.items).toEqual([
    {
      id: first.id,
      title: 'Before midnight',
      status: 'scheduled',
      publishAt: '2035-03-24T22:59:59.000Z',
      origin: 'agent',
    },
  ])
  expect(days[2]?.items[0]?.id).toBe(second.id)
  const { days: autumn } = await on.call(listCalendar, { from: '2035-10-28', to: '2035-10-28' })
  expect(autumn[0]?.freeSlot).toBe('2035-10-28T00:30:00.000Z')
})

test('drafts and the trash are no part of it; a collection narrows the counts, never the slots', async () => {
  const on = await stage()
  await on.call(updateOrganizationSettings, { defaults: { publishTime: '09:00' } })
  const { collection } = await on.call(createCollection, { name: 'News', slug: 'news', kind: 'custom' })
  await dated(on, 'Article', 'published', '2020-01-02T10:00:00Z')
  await dated(on, 'News', 'scheduled', '2035-01-02T10:00:00Z', 'news')
  const trashed = await dated(on, 'Gone', 'scheduled', '2035-01-03T10:00:00Z')
  await on.rows(({ db }) =>
    db.updateTable('item').set({ trashed_at: new Date() }).where('id', '=', trashed.id).execute(),
  )

  const of = async (from: string, to: string, collectionId?: string) =>
    (
      await on.call(listCalendar, {
        from,
        to,
        ...(collectionId === undefined ? {} : { collectionId: collectionId as never }),
      })
    ).days.map(({ scheduled, published, freeSlot }) => [scheduled, published, freeSlot])

  expect(await of('2020-01-01', '2020-01-03')).toEqual([
    [0, 0, null],
    [0, 1, null],
    [0, 0, null],
  ])
  const free = '2035-01-03T09:00:00.000Z'
  expect(await of('2035-01-02', '2035-01-03', collection.id)).toEqual([
    [1, 0, null],
    [0, 0, free],
  ])
  expect(await of('2035-01-02', '2035-01-03', 'articles')).toEqual([
    [0, 0, null],
    [0, 0, free],
  ])
  await expect(of('2035-01-02', '2035-01-03', newId('collection'))).rejects.toMatchObject({ code: 'not_found' })
})

test('a full day is counted whole and names its first items', async () => {
  const on = await stage()
  for (let n = 10; n < 35; n++) await dated(on, `Item ${n}`, 'scheduled', `2035-05-05T10:${n}:00Z`)
  await dated(on, 'Long ago', 'published', '2035-05-05T09:00:00Z')

  const { days } = await on.call(listCalendar, { from: '2035-05-05', to: '2035-05-05' })

  expect(days).toMatchObject([{ scheduled: 25, published: 1 }])
  expect(days[0]?.items.map(({ title }) => title)).toEqual([
    'Long ago',
    ...Array.from({ length: 19 }, (_, n) => `Item ${n + 10}`),
  ])
})

test('92 days are given, 93 and days that do not exist are not', async () => {
  const { call } = await stage()

  expect((await call(listCalendar, { from: '2027-01-01', to: '2027-04-02' })).days).toHaveLength(92)
  for (const [from, to, path] of [
    ['2027-01-01', '2027-04-03', '/input/to'],
    ['2027-01-02', '2027-01-01', '/input/to'],
    ['1970-01-01', '9999-12-31', '/input/to'],
    ['2027-02-29', '2027-03-01', '/input/from'],
    ['2027-1-1', '2027-01-02', '/input/from'],
  ] as const)
    await expect(call(listCalendar, { from, to })).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ path }],
    })
})

test('the items of a day have the wanted fields and their id', async () => {
  const on = await stage()
  const { id } = await dated(on, 'One', 'scheduled', '2035-01-02T10:00:00Z')

  const { days } = await on.call(listCalendar, { from: '2035-01-02', to: '2035-01-02', fields: ['title'] })

  expect(days[0]?.items).toEqual([{ id, title: 'One' }])
})
