import { expect, test } from 'vitest'

import { written, valuesOf } from './draft.ts'
import { freerSlug, withSlug } from './slug-of-title.ts'

const item = {
  title: 'Untitled article',
  slug: 'untitled-article-2',
  status: 'draft',
  firstPublishedAt: null,
  authors: [],
  categories: [],
  tags: [],
} as unknown as Parameters<typeof withSlug>[2]
const titled = (title: string, of = item) => withSlug({}, written({}, 'title', title, valuesOf(of)), of)

test('the slug of a draft follows its title', () => {
  expect(titled('How tides work').slug?.mine).toBe('how-tides-work')
  expect(titled('…').slug).toBeUndefined()
})

test('a title that is taken away again leaves the slug free for the next one', () => {
  const first = titled('How tides work')
  const emptied = withSlug(first, written(first, 'title', '', valuesOf(item)), item)

  const again = withSlug(emptied, written(emptied, 'title', 'Winds', valuesOf(item)), item)

  expect(again.slug?.mine).toBe('winds')
})

test('a slug that somebody chose stays, and so does that of what was public', () => {
  expect(titled('How tides work', { ...item, slug: 'tides' }).slug).toBeUndefined()
  expect(titled('How tides work', { ...item, firstPublishedAt: '2026-01-01T00:00:00.000Z' }).slug).toBeUndefined()
})

test('a made slug that is taken gets a number, a chosen one does not', () => {
  const draft = titled('How tides work')

  expect(freerSlug(draft, 1)?.slug?.mine).toBe('how-tides-work-2')
  expect(freerSlug({ ...draft, slug: { mine: 'tides', base: '' } }, 1)).toBeUndefined()
})
