import { expect, test } from 'vitest'

import { createItem } from '#areas/content/operations/create-item.ts'
import { listManagerItems } from '#areas/content/operations/list-manager-items.ts'
import { stage } from '#test/stage.ts'

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
