import { expect, test } from 'vitest'

import { nearest } from './nearest.ts'

const names = ['title', 'publishAt', 'collectionId', 'seoTitleTemplate', 'seoTitle', 'id']

test.each([
  ['titel', 'title'],
  ['publish_at', 'publishAt'],
  ['PublishedAt', 'publishAt'],
  ['collection', 'collectionId'],
  ['itemId', 'id'],
  ['seo_titl', 'seoTitle'],
  ['bananas', undefined],
  ['x'.repeat(10_000), undefined],
])('%.20s is meant as %s', (given, meant) => {
  expect(nearest(given, names)).toBe(meant)
})
