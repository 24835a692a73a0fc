import { expect, test } from 'vitest'

import { idOf, like, oneOf, page, searchBy, words, yes } from '#web/address.ts'

const read = searchBy({
  tab: oneOf(['all', 'live'], 'all'),
  search: words(5),
  kind: like(/^[a-z]{1,60}$/),
  peek: idOf('itm'),
  page,
  live: yes,
})
const peek = 'itm_01jzz0000000000000000000zz'

test.each([
  [{}, {}],
  [{ tab: undefined, search: undefined, kind: undefined, peek: undefined, page: undefined, live: undefined }, {}],
  [{ tab: 'all', search: ' ', kind: 'No', peek: 'med_x', page: 1, live: 'true', other: 1 }, {}],
  [
    { tab: 'live', search: ' 20267 and more', kind: 'thin', peek, page: '3', live: true },
    { tab: 'live', search: '20267', kind: 'thin', peek, page: 3, live: true },
  ],
  [{ page: 'x', search: 42 }, { search: '42' }],
])('%j in the address is %j', (given, asked) => {
  expect(read(given)).toEqual(asked)
})
