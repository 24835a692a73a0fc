import { expect, test } from 'vitest'

import { emailKey, isEmail, storedEmail } from './email-address.ts'

test.each(['a@example.com', 'first.last+tag@mail.example.co', 'ü@exämple.de', "o'neil@example.com", 'a@localhost'])(
  '%s can be an email address',
  (text) => {
    expect(isEmail(text)).toBe(true)
  },
)

test.each([
  '<a@example.com>',
  '"a"@example.com',
  'a(b)@example.com',
  'a@example..com',
  'a.@example.com',
  '.a@example.com',
  'a@example.com.',
  'a@[127.0.0.1]',
  'a b@example.com',
  'a@b@example.com',
  'a@example.com,b@example.com',
  'a\u0007b@example.com',
  'example.com',
  'a@example.com\u200b',
  'a@ex\u00adample.com',
  'a\u200d@example.com',
  'a\u034f@example.com',
  'a@example.com\ufeff',
  'a@example.com/b',
  'a@ex%61mple.com',
])('%j is refused: no mailbox has two spellings here', (text) => {
  expect(isEmail(text)).toBe(false)
})

test.each([
  ['a@\uff45xample.com', 'a@example.com'],
  ['A@EXAMPLE.com', 'A@example.com'],
  ['a@\u212aate.example', 'a@kate.example'],
  ['a@exämple.de', 'a@xn--exmple-cua.de'],
  ['a@xn--exmple-cua.de', 'a@xn--exmple-cua.de'],
])('%j is stored as %s, and compared by it', (given, stored) => {
  expect(storedEmail(given)).toBe(stored)
  expect(emailKey(given)).toBe(stored.toLowerCase())
})
