import { expect, test } from 'vitest'

import { readableAddress } from '#std/readable-address.ts'

test.each([
  ['/blog/%E6%97%A5%E6%9C%AC-2026', '/blog/日本-2026'],
  ['https://a.example/%D9%85%D8%B1%D8%AD%D8%A8%D8%A7?q=%c3%a9#x', 'https://a.example/مرحبا?q=é#x'],
  ['/a%20b%2Fc%25d', '/a%20b%2Fc%25d'],
  // What nobody sees, turns the words around or is no text.
  ['/%E2%80%AEgpj', '/%E2%80%AEgpj'],
  ['/%E3%81%82%E2%80%8B', '/%E3%81%82%E2%80%8B'],
  ['/%E3%81', '/%E3%81'],
])('%s is read as %s', (address, read) => {
  expect(readableAddress(address)).toBe(read)
})
