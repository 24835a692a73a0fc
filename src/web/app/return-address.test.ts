import { expect, test } from 'vitest'

import { returnAddress } from '#web/app/return-address.ts'

test.each(['/', '/o/acme/content?page=2', '/oauth/consent/abc'])('%s is a way back', (path) => {
  expect(returnAddress(path)).toBe(path)
})

// Browsers remove tabs and line breaks from an address before they parse it.
test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https://evil.example',
  'evil',
  '',
  7,
  undefined,
])('%j leads to the start page', (asked) => {
  expect(returnAddress(asked)).toBe('/')
})
