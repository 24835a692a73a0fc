import { expect, test } from 'vitest'

import { listCollections } from '#areas/collections/operations/list-collections.ts'
import { stage } from '#test/stage.ts'

test('a new organization has articles, and presets that wait to be enabled', async () => {
  const { call } = await stage()

  const enabled = await call(listCollections, {})
  const all = await call(listCollections, { includeDisabled: true })

  expect(enabled.items.map(({ slug }) => slug)).toEqual(['articles'])
  expect(all.items.map(({ slug }) => slug)).toEqual(['articles', 'comparisons', 'docs', 'glossary', 'landing'])
  expect(all).toMatchObject({ page: 1, pageSize: 20, total: 5, hasMore: false })
})

test('the search finds a part of the name', async () => {
  const { call } = await stage()

  const found = await call(listCollections, { search: 'PAGES', includeDisabled: true })

  expect(found.items.map(({ slug }) => slug)).toEqual(['landing'])
})
