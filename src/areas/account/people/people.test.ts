import { expect, test } from 'vitest'

import { isEmail } from './people.ts'

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
])('%j is refused: no mailbox has two spellings here', (text) => {
  expect(isEmail(text)).toBe(false)
})
