import { expect, test } from 'vitest'

import { itemChecks } from '#areas/checks/index.ts'
import { createItem } from '#areas/content/operations/create-item.ts'
import { updateItem } from '#areas/content/operations/update-item.ts'
import type { ItemChanges } from '#areas/items/fields/item-fields.ts'
import { newId } from '#kernel/ids.ts'
import { stage } from '#test/stage.ts'

import { changeItem } from './change-item.ts'
import { renderChanged } from './rendering.ts'

const shot = {
  sectionHeading: 'Rival',
  competitorName: 'Rival',
  sourceUrl: 'https://rival.example/',
  screenshotUrl: 'https://rival.example/picture.png',
  capturedAt: '2026-01-02T03:04:05.000Z',
  status: 'captured' as const,
}

/** What becomes of changes whose body was rendered before another call made the changes of `meanwhile`. */
async function changedAfter(changes: ItemChanges, meanwhile: ItemChanges) {
  const { call, rows, render, access } = await stage()
  const { item } = await call(createItem, { collectionId: 'articles' as never, title: 'Rivals', content: '## Rival' })
  const checks = itemChecks
  const prepared = await renderChanged({ render, checks, read: (work) => rows(({ db }) => work(db)) }, item.id, changes)
  await call(updateItem, { id: item.id, ...meanwhile })
  return rows(({ db }) =>
    changeItem(
      { db, checks, access, baseUrl: 'https://masthead.test', announce: async () => [] },
      { id: item.id, changes, prepared },
      { actor: access.actor, requestId: newId('request'), now: new Date() },
    ),
  )
}

test.each<[string, ItemChanges, ItemChanges]>([
  ['screenshots', { content: '## Rival\n\nBetter.' }, { comparisonScreenshots: [shot] }],
  ['the format', { content: '<h2>Rival</h2>' }, { contentFormat: 'html' }],
  ['the content', { comparisonScreenshots: [shot] }, { content: '## Another' }],
])('a body that was rendered with older %s is refused', async (_, changes, meanwhile) => {
  await expect(changedAfter(changes, meanwhile)).rejects.toMatchObject({ code: 'conflict' })
})

test('what the changes give themselves may have changed meanwhile', async () => {
  const whole: ItemChanges = { content: '<h2>Rival</h2>', contentFormat: 'html', comparisonScreenshots: [shot] }

  const { changed } = await changedAfter(whole, { content: '## Another' })

  expect(changed).toEqual(expect.arrayContaining(['content', 'contentFormat', 'comparisonScreenshots']))
})
