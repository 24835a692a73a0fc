import { expect, test } from 'vitest'

import { contentSearch, isNarrowed, managerQuery, unfiltered } from '#web/areas/content/content-list/content-search.ts'

const tag = 'tag_01jzz0000000000000000000zz'

test('what the address says wrongly falls away', () => {
  expect(contentSearch({ tab: 'bin', page: '-3', search: '  ', other: 1 })).toEqual({})
  expect(contentSearch({ tag: 'x', author: tag, since: '12', checks: 'some', peek: 7, copy: 'none' })).toEqual({})
})

test('a search for a number stays a text', () => {
  expect(contentSearch({ search: 2026, page: 2 })).toEqual({ search: '2026', page: 2 })
})

test('the usual order is not named in the address', () => {
  expect(contentSearch({ order: '-updatedAt' })).toEqual({})
  expect(contentSearch({ order: 'title' })).toEqual({ order: 'title' })
  expect(managerQuery({ order: 'title' })).toMatchObject({ orderBy: 'title' })
})

test('the trash is a list of its own, a review and a status are filters', () => {
  expect(managerQuery({ tab: 'trash' })).toEqual({ page: 1, pageSize: 50, trashed: true })
  expect(managerQuery({ tab: 'review' })).toMatchObject({ reviewState: 'requested' })
  expect(managerQuery({ tab: 'draft', search: 'x', page: 4 })).toEqual({
    page: 4,
    pageSize: 50,
    search: 'x',
    status: ['draft'],
  })
})

test('filters are sent as the operation names them, and a span begins with a whole day', () => {
  const asked = contentSearch({ tag, checks: 'none', since: '7' })
  const noon = Date.parse('2026-11-23T12:00:00Z')

  expect(managerQuery(asked, noon)).toMatchObject({ tagId: tag, hasWarnings: false, from: '2026-11-16T00:00:00.000Z' })
})

test('without its filters a list keeps tab, search and order', () => {
  const asked = contentSearch({ tab: 'draft', search: 'x', order: 'title', tag, page: 3 })

  expect(unfiltered(asked)).toEqual({ tab: 'draft', search: 'x', order: 'title' })
  expect([isNarrowed(asked), isNarrowed({ tab: 'draft', order: 'title', page: 2 })]).toEqual([true, false])
})
