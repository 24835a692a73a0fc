import { expect, test } from 'vitest'

import { defined, fieldOf, inOrderOf, isObject, keysOf } from './objects.ts'

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

test('the names of the fields of an object are of its own type', () => {
  const names: ('a' | 'b')[] = keysOf({ a: 1, b: 2 })

  expect(names).toEqual(['a', 'b'])
})

test('fields stand in the order of another object, those that it lacks last', () => {
  expect(Object.keys(inOrderOf({ a: 0, b: 0, c: 0 }, { d: 1, c: 2, a: 3 }))).toEqual(['a', 'c', 'd'])
})
