import { expect, test } from 'vitest'
import { contentSearch, managerQuery } from '#web/areas/content/content-list/content-search.ts'

test('what the address says wrongly falls away', () => {
  expect(contentSearch({ tab: 'bin', page: '-3', search: '  ', other: 1 })).toEqual({})
})

test('a search for a number stays a text', () => {
  expect(contentSearch({ search: 2026, page: 2 })).toEqual({ search: '2026', page: 2 })
})

test('the usual order is not named in the address', () => {
  expect(contentSearch({ order: '-updatedAt' })).toEqual({})
  expect(contentSearch({ order: 'title' })).toEqual({ order: 'title' })
  expect(managerQuery({ order: 'title' })).toMatchObject({ orderBy: 'title' })
})

test('the trash is a list of its own, a status is a filter', () => {
  expect(managerQuery({ tab: 'trash' })).toEqual({ page: 1, pageSize: 20, trashed: true })
  expect(managerQuery({ tab: 'draft', search: 'x', page: 4 })).toEqual({
    page: 4,
    pageSize: 20,
    search: 'x',
    status: ['draft'],
  })
})
