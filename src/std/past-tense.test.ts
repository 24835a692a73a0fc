import { expect, test } from 'vitest'

import { inThePast, pastOf } from './past-tense.ts'

test.each([
  ['create', 'created'],
  ['apply', 'applied'],
  ['deploy', 'deployed'],
  ['submit', 'submitted'],
  ['plan', 'planned'],
  ['transfer', 'transferred'],
  ['limit', 'limited'],
  ['edit', 'edited'],
  ['ask', 'asked'],
  ['publish', 'published'],
  ['send', 'sent'],
  ['add', 'added'],
])('the past of %s is %s', (verb, past) => {
  expect(pastOf(verb)).toBe(past)
})

test('a sentence in the imperative becomes one about the past, both verbs of an alternative', () => {
  expect(inThePast('Change the role of a member')).toBe('Changed the role of a member')
  expect(inThePast('Approve or reject topics')).toBe('Approved or rejected topics')
})
