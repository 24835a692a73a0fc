import { expect, test } from 'vitest'
import { foldFeed } from '#web/areas/desk/desk/fold-feed.ts'
import type { AuditRecord } from '#web/operations.ts'

/** Calls of one key, newest first, each a minute before the one above it unless its minute is given. */
function calls(...given: [operation: string, title: string, more?: object][]): AuditRecord[] {
  return given.map(([operation, title, more], at) => {
    const startedAt = new Date(Date.UTC(2026, 0, 1, 12, 0) - at * 60_000).toISOString()
    const object = { type: 'item', id: title, title }
    const known = {
      operation,
      object,
      startedAt,
      status: 'succeeded',
      sentence: '',
      credentialType: 'api_key',
      ...more,
    }
    return known as AuditRecord
  })
}
const told = (records: AuditRecord[]) =>
  foldFeed(records).map(({ deeds, titles }) => `${deeds.join(' and ')} ${titles.map(({ title }) => title).join(', ')}`)

test('what was done to one thing in one sitting is one sentence, in its order', () => {
  expect(told(calls(['publishItem', 'Tides'], ['updateItem', 'Tides'], ['createItem', 'Tides']))).toEqual([
    'wrote and changed and published Tides',
  ])
})

test('several things that were done alike are one sentence', () => {
  expect(told(calls(['createItem', 'Tides'], ['createItem', 'Waves'], ['publishItem', 'Rain']))).toEqual([
    'wrote Tides, Waves',
    'published Rain',
  ])
})

test('somebody else, or a pause, begins another one', () => {
  const other = { clientName: 'Another' }
  const later = { startedAt: '2026-01-01T11:00:00.000Z' }
  expect(
    told(calls(['createItem', 'Tides'], ['createItem', 'Waves', other], ['createItem', 'Rain', later])),
  ).toHaveLength(3)
})
