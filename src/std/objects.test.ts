import { expect, test } from 'vitest'

import { defined, fieldOf, isObject } from './objects.ts'

test('objects of JSON are told from lists and null', () => {
  expect([{}, { a: 1 }, Object.create(null)].every(isObject)).toBe(true)
  expect([[], null, undefined, 'a', 1].some(isObject)).toBe(false)
})

test('a field is read from whatever has it', () => {
  expect([fieldOf({ a: 1 }, 'a'), fieldOf([7], '0')]).toEqual([1, 7])
  expect([fieldOf({}, 'a'), fieldOf(null, 'a'), fieldOf('text', 'a')]).toEqual([undefined, undefined, undefined])
})

test('fields without a value are left out, null is one', () => {
  expect(Object.keys(defined({ a: 1, b: undefined, c: null }))).toEqual(['a', 'c'])
})
