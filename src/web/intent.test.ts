import { expect, test } from 'vitest'

import { createIntent } from '#web/intent.ts'

test('a retry has the key of the first attempt', () => {
  const intent = createIntent()

  expect(intent.keyFor({ keyId: 'a' })).toBe(intent.keyFor({ keyId: 'a' }))
  expect(intent.keyFor({ keyId: 'a' })).toMatch(/^[0-9a-f]{32}$/)
})

test('another input, or the same one after it was done, has a new key', () => {
  const intent = createIntent()
  const first = intent.keyFor({ keyId: 'a' })
  const other = intent.keyFor({ keyId: 'b' })
  intent.end()

  expect(new Set([first, other, intent.keyFor({ keyId: 'b' })]).size).toBe(3)
})
