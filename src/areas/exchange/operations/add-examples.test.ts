import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { deleteItem } from '#areas/content/operations/delete-item.ts'
import { listManagerItems } from '#areas/content/operations/list-manager-items.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import { updateOrganizationSettings } from '#areas/organizations/operations/update-organization-settings.ts'
import { stage } from '#test/stage.ts'
import { told, toldDuring } from '#test/website.ts'

import { addExamples } from './add-examples.ts'
import { removeExamples } from './remove-examples.ts'

test('examples are added once, and go again together without what somebody wrote', async () => {
  const { call, work } = await stage()
  await call(createItem, { collectionId: 'articles' as never, title: 'Our own', content: 'Words.' })
  await call(addExamples, {}, { confirm: true })
  await work()
  await call(addExamples, {}, { confirm: true })
  await work()
  const { items, total } = await call(listManagerItems, { pageSize: 50 })
  const live = items.filter(({ status }) => status === 'published')

  const { removed } = await call(removeExamples, {}, { confirm: true })

  expect([removed.length, total - removed.length]).toEqual([8, 1])
  expect(live.length).toBeGreaterThan(4)
  expect((await call(listManagerItems, {})).items.map(({ title }) => title)).toEqual(['Our own'])
  expect((await call(removeExamples, {}, { confirm: true })).removed).toEqual([])
})

test('websites are told of the examples, when they come and when they go', async () => {
  const on = await stage({ webhooks: told })
  const run = async () => {
    await on.call(addExamples, {}, { confirm: true })
    await on.work()
  }
  const added = await toldDuring(on, run)
  const again = await toldDuring(on, run)
  const answers: Awaited<ReturnType<typeof on.call<typeof removeExamples>>>[] = []
  const removed = await toldDuring(on, async () => {
    answers.push(await on.call(removeExamples, {}, { confirm: true }))
  })

  expect(added.map(({ reason }) => reason)).toEqual(['published'])
  expect(again).toEqual([])
  expect(answers).toMatchObject([{ deliveries: [{ target: 'site.example' }], jobId: null }])
  expect(removed).toEqual([{ reason: 'deleted', itemIds: expect.arrayContaining(added[0]?.itemIds ?? []) }])
})

test('examples that redirects lead to stay, all of them, until the redirects lead elsewhere', async () => {
  const { call, work } = await stage()
  await call(addExamples, {}, { confirm: true })
  await work()
  const { items } = await call(listManagerItems, { status: ['published'], pageSize: 50 })
  const [example] = items
  const id = example?.id as `itm_${string}`
  await call(updateItem, { id, slug: 'another-address' })
  const remove = () => call(removeExamples, {}, { confirm: true })

  await expect(remove()).rejects.toMatchObject({
    code: 'in_use',
    details: { items: [{ id, title: example?.title, redirects: 1 }] },
  })
  expect((await call(listManagerItems, { pageSize: 50 })).total).toBe(8)
  await call(deleteItem, { id, redirectTo: 'https://www.example.com/' }, { confirm: true })
  expect((await remove()).removed).toHaveLength(7)
})

test('examples keep to the policy of what may be published', async () => {
  const { call } = await stage()
  await call(updateOrganizationSettings, { publishingPolicy: { requireApproval: true } })

  await expect(call(addExamples, {}, { confirm: true })).rejects.toMatchObject({ code: 'blocked_by_policy' })
})
