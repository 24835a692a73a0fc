import { expect, test } from 'vitest'

import { addressesIn } from '#web/areas/organizations/members/addresses.ts'

test.each([
  ['sam@example.com', ['sam@example.com']],
  [
    'a@x.org, b@x.org; c@x.org\nd@x.org\te@x.org f@x.org',
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@x.org`),
  ],
  ['Sam Smith <sam@example.com>, "Ann, B." <ann@example.com>', ['sam@example.com', 'ann@example.com']],
  ['mailto:sam@example.com.', ['sam@example.com']],
  ['sam@example.com SAM@example.com', ['SAM@example.com']],
  [' \n ,; ', []],
])('%j has its addresses, each once', (text, addresses) => {
  expect(addressesIn(text).addresses).toEqual(addresses)
})

test('what is not an address is reported', () => {
  expect(addressesIn('sam, a@example.com, two@at@signs')).toEqual({
    addresses: ['a@example.com'],
    unreadable: ['sam', 'two@at@signs'],
  })
})
