import { expect, test } from 'vitest'

import { mapNames, namesOf, pickNames, pluck } from './pluck.ts'

const table = { b: { x: 1, y: 'one' }, a: { y: 'two' } } as const

test('a part of a table is there for the entries that have it, in the order of the table', () => {
  expect(pluck(table, 'x')).toEqual({ b: 1 })
  expect(Object.entries(pluck(table, 'y'))).toEqual([
    ['b', 'one'],
    ['a', 'two'],
  ])
})

test('every name of a table gets a value', () => {
  expect(namesOf(table)).toEqual(['b', 'a'])
  expect(mapNames(table, (name) => name.toUpperCase())).toEqual({ b: 'B', a: 'A' })
})

test('the fields that a table names are picked in their own order', () => {
  expect(Object.entries(pickNames({ a: 1, c: 2, b: 3 }, table))).toEqual([
    ['a', 1],
    ['b', 3],
  ])
})
