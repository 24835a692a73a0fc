import { expect, test } from 'vitest'
import { keysQuery, keysSearch } from '#web/areas/account/api-access/keys-search.ts'

test('an address asks for what the list can narrow, and nothing else', () => {
  const asked = keysSearch({ status: 'active', scope: 'content:publish', createdBy: 'usr_1', page: '3', other: 'x' })

  expect(asked).toEqual({ status: 'active', scope: 'content:publish', createdBy: 'usr_1', page: 3 })
  expect(keysQuery(asked)).toEqual({ ...asked, pageSize: 20 })
})

test('what an address cannot ask for is left out', () => {
  expect(keysSearch({ status: 'gone', scope: 'everything', createdBy: 7, page: -1 })).toEqual({})
  expect(keysQuery({})).toEqual({ page: 1, pageSize: 20 })
})
