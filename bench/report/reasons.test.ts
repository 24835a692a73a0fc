import { expect, test } from 'vitest'

import { reasonOf } from './reasons.ts'

test.each([
  ['P-12: <= 2.5 CPU s', 'warm start, CPU'],
  ['P-13: <= 130 MB', 'idle, memory'],
  ['P-13: <= 0.5 % of a core', 'idle, CPU'],
  ['P-16: <= 40 CPU ms', 'import, per article'],
])('of %s, %s, the page says why it can be missed', (goal, row) => {
  expect(reasonOf(goal, row)).toMatch(/\w{3,}.*\.$/)
})
