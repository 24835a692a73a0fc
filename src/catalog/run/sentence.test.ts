import { expect, test } from 'vitest'

import { sentenceOf } from '#catalog/run/sentence.ts'

const reviewed = {
  operation: 'reviewTopics',
  status: 'succeeded',
  code: null,
  occurrences: 1,
  object: { type: 'topic', id: 'top_1', title: 'Tides' },
}

test.each([
  ['succeeded', 'decision approve', 'Approved topics: “Tides” (decision approve)'],
  ['succeeded', 'decision reject', 'Rejected topics: “Tides” (decision reject)'],
  ['waiting', 'decision approve', "Waits for a person's approval to approve topics: “Tides” (decision approve)"],
  ['succeeded', 'status draft', 'Approved or rejected topics: “Tides” (status draft)'],
])('of two verbs the chosen one is said: %s, %s', (status, choice, sentence) => {
  const deed = { doing: 'Approve or reject topics', with: [choice] }

  expect(sentenceOf({ ...reviewed, status, deed })).toBe(sentence)
})
