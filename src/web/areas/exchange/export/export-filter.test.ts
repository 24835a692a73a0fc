import { expect, test } from 'vitest'

import { exportFilter } from '#web/areas/exchange/export/export-filter.ts'

test('an export takes what the list shows, where it can ask for it', () => {
  expect(exportFilter({ tab: 'draft', search: 'tides', page: 3, peek: 'itm_x' })).toEqual({
    status: ['draft'],
    search: 'tides',
  })
  expect(exportFilter({ collection: 'col_x' })).toEqual({ collectionId: 'col_x' })
})

test('everything, the trash and other filters are none', () => {
  expect(exportFilter({ order: 'title' })).toBeUndefined()
  expect(exportFilter({ tab: 'trash' })).toBeUndefined()
  expect(exportFilter({ tab: 'draft', tag: 'tag_x' })).toBeUndefined()
})
