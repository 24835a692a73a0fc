import { expect, test } from 'vitest'

import { headline } from '#web/areas/desk/desk/headline.ts'

test.each([
  [0, 'Nothing waits for you.'],
  [1, 'One thing waits for you.'],
  [3, 'Three things wait for you.'],
  [1200, '1,200 things wait for you.'],
])('%d in a sentence', (count, sentence) => {
  expect(headline(count)).toBe(sentence)
})
