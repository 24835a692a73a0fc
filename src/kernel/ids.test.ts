import { expect, test } from 'vitest'

import { earliestId, isId, newId, storedId, timeOfId } from './ids.ts'

test('an id tells when it was made', () => {
  const at = Date.now() + 1000

  expect(timeOfId(newId('auditRecord', at))).toBe(at)
  expect(timeOfId(earliestId('auditRecord', at))).toBe(at)
})

test('the earliest id of a time is an id before every one that is made then', () => {
  const at = Date.now() + 2000
  const earliest = earliestId('auditRecord', at)

  expect(isId('auditRecord', earliest)).toBe(true)
  expect(earliest < newId('auditRecord', at)).toBe(true)
  expect(earliest > earliestId('auditRecord', at - 1)).toBe(true)
})

test('an id from a row is of the kind that its column says, or missing', () => {
  const id = newId('item')

  expect(storedId('item', id)).toBe(id)
  expect(storedId('item', null)).toBe(null)
  expect(() => storedId('collection', id)).toThrow('itm_')
})
