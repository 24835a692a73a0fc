import { expect, test } from 'vitest'

import { mediaQuery } from '#web/areas/media/media/media-query.ts'
import { mediaSearch } from '#web/areas/media/media/media-search.ts'

test('an address says what the library shows, and what it does not know falls out', () => {
  expect(
    mediaSearch({ tab: 'no-alt', search: 2026, source: 'import', view: 'list', page: '3', peek: 'med_x' }),
  ).toEqual({
    tab: 'no-alt',
    search: '2026',
    source: 'import',
    view: 'list',
    page: 3,
  })
  expect(mediaSearch({ tab: 'all', source: 'post', view: 'grid', page: 1 })).toEqual({})
})

test('a tab narrows the call', () => {
  expect(mediaQuery({ tab: 'unused' })).toMatchObject({ kind: 'image', unused: true, page: 1 })
  expect(mediaQuery({ tab: 'used', page: 2 })).toMatchObject({ unused: false, page: 2 })
  expect(mediaQuery({ tab: 'no-alt' })).toMatchObject({ withoutAlt: true })
})
