import { expect, test } from 'vitest'

import { inferTemplate } from './infer-template.ts'

const item = {
  slug: 'wild-honey',
  id: 'itm_1',
  collection: 'articles',
  category: 'beekeeping',
  publishedAt: new Date('2026-05-03T23:30:00Z'),
}

test.each([
  ['/wild-honey', '/{slug}'],
  ['/wild-honey/', '/{slug}/'],
  ['/blog/wild-honey.html', '/blog/{slug}.html'],
  ['/2026/05/03/wild-honey', '/{year}/{month}/{day}/{slug}'],
  ['/posts/2026-05-03-wild-honey', '/posts/{year}-{month}-{day}-{slug}'],
  ['/beekeeping/wild-honey', '/{category}/{slug}'],
  ['/05/wild-honey', '/05/{slug}'],
])('%s is %s', (path, template) => {
  expect(inferTemplate(path, 'UTC', item)).toBe(template)
})

test.each(['/?p=7', '/archive/7', '/about', '/wild-honeycomb'])('%s is none', (path) => {
  expect(inferTemplate(path, 'UTC', item)).toBeUndefined()
})

test('dates are those of the time zone, and an unknown one is none', () => {
  expect(inferTemplate('/2026/05/04/wild-honey', 'Europe/Berlin', item)).toBe('/{year}/{month}/{day}/{slug}')
  expect(inferTemplate('/2026/05/wild-honey', 'UTC', { ...item, publishedAt: null })).toBe('/2026/05/{slug}')
})
