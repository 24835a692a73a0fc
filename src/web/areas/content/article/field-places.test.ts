import { expect, test } from 'vitest'

import { tabOf } from './field-places.ts'

test('the tab of the rail is the one that an address names, else the one that has its field', () => {
  expect(tabOf({ rail: 'history', field: 'seoTitle' })).toBe('history')
  expect(
    ['seoTitle', 'ogTitle', 'internalLinkSuggestions', 'title', 'unknown'].map((field) => tabOf({ field })),
  ).toEqual(['search', 'search', 'links', 'checks', 'checks'])
  expect(tabOf({})).toBe('checks')
})
