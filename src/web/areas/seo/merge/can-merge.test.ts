import { expect, test } from 'vitest'

import { canMerge, whyNoMerge } from './can-merge.ts'

const live = { collectionId: 'col_1', status: 'published' }
const draft = { collectionId: 'col_1', status: 'draft' }

test('articles of one collection are merged if one of them is live', () => {
  expect(canMerge([live, draft])).toBe(true)
  expect(whyNoMerge([live, draft])).toBeNull()
  expect(canMerge([live])).toBe(false)
})

test('what cannot be merged says why', () => {
  expect(whyNoMerge([draft, draft])).toMatch(/^None of them is live/)
  expect(whyNoMerge([live, { ...live, collectionId: 'col_2' }])).toMatch(/^They are in different collections/)
  expect(whyNoMerge(Array.from({ length: 52 }, () => live))).toMatch(/^A merge takes 51 articles at most/)
})
