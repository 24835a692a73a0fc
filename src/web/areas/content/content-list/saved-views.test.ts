import { afterEach, expect, test, vi } from 'vitest'

import { keepViews, savedViews, withView } from './saved-views.ts'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
})
afterEach(() => kept.clear())

test('a view keeps tab, filters and order, and not the page or what is open beside', () => {
  const search = { tab: 'draft', checks: 'open', page: 3, peek: 'itm_1' } as Parameters<typeof withView>[1]['search']

  keepViews('org_1', withView([], { name: 'To check', search }))

  expect(savedViews('org_1')).toEqual([{ name: 'To check', search: { tab: 'draft', checks: 'open' } }])
  expect(savedViews('org_2')).toEqual([])
})

test('a name is given once, and what makes no sense falls out', () => {
  const views = withView([{ name: 'B', search: {} }], { name: 'A', search: {} })
  expect(withView(views, { name: 'B', search: { tab: 'trash' } }).map(({ name }) => name)).toEqual(['A', 'B'])

  kept.set('views:content:org_1', '[{"name":"Old","search":{"tab":"gone"}},{"name":7}]')
  expect(savedViews('org_1')).toEqual([{ name: 'Old', search: {} }])
  kept.set('views:content:org_1', 'nonsense')
  expect(savedViews('org_1')).toEqual([])
})
