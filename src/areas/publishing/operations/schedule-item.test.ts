import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { listCalendar } from '#areas/publishing/operations/list-calendar.ts'
import { publishItem } from '#areas/publishing/operations/publish-item.ts'
import { scheduleItem } from '#areas/publishing/operations/schedule-item.ts'
import { unscheduleItem } from '#areas/publishing/operations/unschedule-item.ts'
import { stage } from '#test/stage.ts'
import { told } from '#test/website.ts'

type Stage = Awaited<ReturnType<typeof stage>>

const articles = 'articles' as never
const confirm = { confirm: true }
const day = 86_400_000
const after = (ms: number) => new Date(Date.now() + ms).toISOString()

async function draft({ call }: Stage, title: string) {
  return (await call(createItem, { collectionId: articles, title })).item
}

test('a draft is scheduled, moved and made a draft again; each needs a confirmation', async () => {
  const on = await stage({ webhooks: told })
  const { id } = await draft(on, 'Later')
  const [first, second] = [after(day), after(2 * day)]

  await expect(on.call(scheduleItem, { id, publishAt: first })).rejects.toMatchObject({ code: 'confirmation_required' })
  const { item: scheduled } = await on.call(scheduleItem, { id, publishAt: first }, confirm)
  const { item: moved } = await on.call(scheduleItem, { id, publishAt: second }, confirm)
  const { item: back } = await on.call(unscheduleItem, { id }, confirm)

  expect(scheduled).toMatchObject({ status: 'scheduled', publishAt: first, version: 2 })
  expect(moved).toMatchObject({ status: 'scheduled', publishAt: second, version: 3 })
  expect(back).toMatchObject({ status: 'draft', publishAt: null, version: 4 })
  expect(await on.rows(({ db }) => db.selectFrom('delivery').selectAll().execute())).toEqual([])
})

test('dates in the past and beyond two years, neither and both of date and slot are refused', async () => {
  const on = await stage()
  const { id } = await draft(on, 'Later')
  const invalid = { code: 'validation_failed', details: [{ path: '/input/publishAt' }] }

  for (const input of [
    { id, publishAt: after(-1000) },
    { id, publishAt: after(2.1 * 365 * day) },
    { id },
    { id, publishAt: after(day), slot: 'next' as const },
  ])
    await expect(on.call(scheduleItem, input, confirm)).rejects.toMatchObject(invalid)
  await expect(on.call(scheduleItem, { id, slot: 'next' }, confirm)).rejects.toMatchObject({
    code: 'validation_failed',
    message: expect.stringContaining('publishTime'),
  })
})

test('steps that the table of statuses does not have are refused with those it has', async () => {
  const on = await stage()
  const [live, plain, gone] = [await draft(on, 'Live'), await draft(on, 'Plain'), await draft(on, 'Gone')]
  await on.call(publishItem, { id: live.id }, confirm)
  await on.call(deleteItem, { id: gone.id }, confirm)
  const refused = (state: string, allowed: string[]) => ({ code: 'invalid_transition', details: { state, allowed } })

  const fromPublished = ['unpublishItem', 'deleteItem']
  const fromTrash = ['restoreItem', 'deleteItem with permanent: true']

  const schedule = (id: typeof live.id) => on.call(scheduleItem, { id, publishAt: after(day) }, confirm)
  const unschedule = (id: typeof live.id) => on.call(unscheduleItem, { id }, confirm)
  await expect(schedule(live.id)).rejects.toMatchObject(refused('published', fromPublished))
  await expect(schedule(gone.id)).rejects.toMatchObject(refused('trash', fromTrash))
  await expect(unschedule(live.id)).rejects.toMatchObject(refused('published', fromPublished))
  await expect(unschedule(plain.id)).rejects.toMatchObject(
    refused('draft', ['scheduleItem', 'publishItem', 'deleteItem']),
  )
  await expect(unschedule(gone.id)).rejects.toMatchObject(refused('trash', fromTrash))
})

test('a legacy scheduled row is unscheduled like any other', async () => {
  const on = await stage()
  const { id } = await draft(on, 'Legacy')
  await on.rows(({ db }) =>
    db
      .updateTable('item')
      .set({ publish_at: after(day) })
      .where('id', '=', id)
      .execute(),
  )

  expect((await on.call(unscheduleItem, { id }, confirm)).item).toMatchObject({ status: 'draft', publishAt: null })
})

test('the next slot is the first free day, and of calls at once each gets its own', async () => {
  const on = await stage()
  await on.call(updateOrganizationSettings, { timezone: 'Europe/Berlin', defaults: { publishTime: '09:30' } })
  const items = await Promise.all(Array.from({ length: 6 }, (_, n) => draft(on, `Item ${n}`)))
  const { timezone, days } = await on.call(listCalendar, {
    from: after(0).slice(0, 10),
    to: after(20 * day).slice(0, 10),
  })
  const free = days.flatMap(({ freeSlot }) => freeSlot ?? [])
  // The day of the second free slot is taken by another time of day, in another way.
  const [blocker, ...others] = items
  await on.call(
    scheduleItem,
    { id: blocker?.id as never, publishAt: new Date(Date.parse(free[1] ?? '') + 3600_000).toISOString() },
    confirm,
  )

  const taken = await Promise.all(others.map(({ id }) => on.call(scheduleItem, { id, slot: 'next' }, confirm)))

  expect(timezone).toBe('Europe/Berlin')
  expect(taken.map(({ item }) => item.publishAt).toSorted()).toEqual([free[0], free[2], free[3], free[4], free[5]])
  const [earliest] = taken.toSorted((a, b) => ((a.item.publishAt ?? '') < (b.item.publishAt ?? '') ? -1 : 1))
  const { item: again } = await on.call(scheduleItem, { id: earliest?.item.id as never, slot: 'next' }, confirm)
  expect(again).toEqual(earliest?.item)
})

test('what is published today takes the slot of today', async () => {
  const on = await stage()
  // A zone in which midday is hours ahead, so that today's slot is not over.
  const hour = new Date().getUTCHours()
  const shift = (8 - hour + 24) % 24
  const timezone = shift <= 12 ? `Etc/GMT-${shift}` : `Etc/GMT+${24 - shift}`
  await on.call(updateOrganizationSettings, {
    timezone: shift === 0 ? 'UTC' : timezone,
    defaults: { publishTime: '12:00' },
  })
  const [live, later] = [await draft(on, 'Live'), await draft(on, 'Later')]
  const slots = async () => {
    const { days } = await on.call(listCalendar, { from: after(-day).slice(0, 10), to: after(2 * day).slice(0, 10) })
    return days.flatMap(({ freeSlot }) => freeSlot ?? [])
  }
  const before = await slots()

  await on.call(publishItem, { id: live.id }, confirm)

  expect(await slots()).toEqual(before.slice(1))
  const { item } = await on.call(scheduleItem, { id: later.id, slot: 'next' }, confirm)
  expect(item.publishAt).toBe(before[1])
})

test('a collection that is disabled and a missing approval are refused as when publishing', async () => {
  const on = await stage()
  const { id } = await draft(on, 'Later')
  await on.call(updateOrganizationSettings, { publishingPolicy: { requireApproval: true } })

  await expect(on.call(scheduleItem, { id, publishAt: after(day) }, confirm)).rejects.toMatchObject({
    code: 'blocked_by_policy',
    details: { requireApproval: true, reviewState: 'none' },
  })
})
