import { expect, test } from 'vitest'

import { valueWords } from './value-words.ts'

test('a time is read with its zone, and a state by its name', () => {
  expect(valueWords('publishAt', '2018-07-27T00:00:00.000Z')).toMatch(/^2\d Jul 2018, \d\d:\d\d \S+$/)
  expect(valueWords('status', 'published')).toBe('Live')
})

test('what is only alike stays as it is', () => {
  expect(valueWords('title', 'published')).toBe('published')
  expect(valueWords('title', '2018-07-27')).toBe('2018-07-27')
  expect(valueWords('tags', ['a'])).toBe('["a"]')
  expect(valueWords('excerpt', null)).toBe('–')
})
