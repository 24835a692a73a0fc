import { expect, test } from 'vitest'

import { nearest } from './similar.ts'

const operations = ['listItems', 'getItem', 'updateItem', 'createItem', 'deleteItem']

test.each([
  ['listItem', 'listItems'],
  ['LISTITEMS', 'listItems'],
  ['updatItem', 'updateItem'],
  ['creatItme', 'createItem'],
  ['getItems', 'getItem'],
])('%s is nearest to %s', (word, expected) => {
  expect(nearest(word, operations)).toBe(expected)
})

test('what resembles nothing has no nearest', () => {
  expect(nearest('frobnicate', operations)).toBeUndefined()
  expect(nearest('', operations)).toBeUndefined()
  expect(nearest('x'.repeat(1_000_000), operations)).toBeUndefined()
})
