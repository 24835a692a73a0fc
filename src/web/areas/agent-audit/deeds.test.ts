import { expect, test } from 'vitest'
import { deedOf } from '#web/areas/agent-audit/deeds.ts'

const object = { type: 'item', id: 'itm_1', title: 'Tides' }

test('a deed is told without who and without the title', () => {
  expect(deedOf({ operation: 'publishItem', status: 'succeeded', sentence: '', object })).toBe('published')
})

test('what waits is asked for', () => {
  expect(deedOf({ operation: 'publishItem', status: 'waiting', sentence: '', object })).toBe('asks to publish')
})

test('what has no words of its own is told as the log tells it', () => {
  const sentence = 'Created a collection: “News” (kind custom)'
  expect(deedOf({ operation: 'createCollection', status: 'succeeded', sentence, object })).toBe('created a collection')
  expect(
    deedOf({
      operation: 'reviewTopics',
      status: 'succeeded',
      sentence: 'Decided (decision approve)',
      object: undefined,
    }),
  ).toBe('decided')
})
