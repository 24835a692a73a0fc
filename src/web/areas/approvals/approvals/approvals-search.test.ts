import { expect, test } from 'vitest'

import { approvalsQuery } from '#web/areas/approvals/approvals/approvals-query.ts'
import { approvalsSearch } from '#web/areas/approvals/approvals/approvals-search.ts'

test('calls that wait are shown unless the address says otherwise', () => {
  expect(approvalsSearch({ tab: 'pending', page: 1, search: ' ' })).toEqual({})
  expect(approvalsQuery({})).toEqual({ page: 1, pageSize: 20, state: 'pending' })
  expect(approvalsQuery(approvalsSearch({ tab: 'all' }))).toEqual({ page: 1, pageSize: 20 })
})

test.each([
  [
    { tab: 'used', page: '3', search: 42 },
    { tab: 'used', page: 3, search: '42' },
  ],
  [{ tab: 'nothing', page: -1 }, {}],
  [{ page: 'x', other: 1 }, {}],
])('%j in the address is %j', (given, asked) => {
  expect(approvalsSearch(given)).toEqual(asked)
})
