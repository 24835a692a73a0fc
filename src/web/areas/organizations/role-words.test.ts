import { expect, test } from 'vitest'

import { isAtLeast, roleWords } from './role-words.ts'

test('who reviews has the role editor or higher, and a role that is not known has none', () => {
  const reviewing = roleWords.filter(({ role }) => isAtLeast(role, 'editor')).map(({ role }) => role)

  expect(reviewing).toEqual(['owner', 'admin', 'editor'])
  expect(isAtLeast('guest', 'viewer')).toBe(false)
})
