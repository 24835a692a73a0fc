import { expect, test } from 'vitest'

import { changesIn, fixOf, isReady } from '#web/areas/checks/fix-list/ready-fix.ts'

const warning = {
  code: 'seo_title_missing',
  severity: 'warning' as const,
  field: 'seoTitle',
  message: 'Has no title for search.',
  evidence: {},
  source: 'titles',
  itemId: 'itm_1' as const,
  title: 'An article',
}

test('a fix is ready where it changes fields of its article, and says what it writes', () => {
  const input = { id: 'itm_1', seoTitle: 'A title', robots: { noindex: false }, canonicalUrl: null }
  const fixable = { ...warning, fix: { operation: 'updateItem', input } }

  expect(isReady(fixable)).toBe(true)
  expect(fixOf(fixable)).toEqual(input)
  expect(changesIn(fixable)).toEqual([
    { field: 'SEO title', value: 'A title' },
    { field: 'Robots', value: '{"noindex":false}' },
    { field: 'Canonical address', value: 'nothing' },
  ])
})

test('other fixes are not ready', () => {
  expect(isReady(warning)).toBe(false)
  expect(isReady({ ...warning, fix: { operation: 'publishItem', input: {} } })).toBe(false)
  expect(changesIn(warning)).toEqual([])
})
