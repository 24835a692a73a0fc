import { expect, test } from 'vitest'

import { record } from '#web/areas/agent-audit/audit-log/records.fixture.ts'
import { foldFeed } from '#web/areas/desk/desk/fold-feed.ts'
import type { AuditRecord } from '#web/operations.ts'

/** Calls of one key, newest first, each a minute before the one above it unless its minute is given. */
function calls(...given: [sentence: string, title: string, more?: Partial<AuditRecord>][]): AuditRecord[] {
  return given.map(([sentence, title, more], at) => {
    const startedAt = new Date(Date.UTC(2026, 0, 1, 12, 0) - at * 60_000).toISOString()
    const object = { type: 'item', id: title, title }
    return record({ object, startedAt, sentence, credentialType: 'api_key', ...more })
  })
}
const told = (records: AuditRecord[]) =>
  foldFeed(records).map(({ deeds, titles }) => `${deeds.join(' and ')} ${titles.map(({ title }) => title).join(', ')}`)

test('what was done to one thing in one sitting is one sentence, in its order', () => {
  expect(
    told(calls(['Published an item', 'Tides'], ['Changed an item', 'Tides'], ['Created an item', 'Tides'])),
  ).toEqual(['wrote and changed and published Tides'])
})

test('several things that were done alike are one sentence', () => {
  expect(
    told(calls(['Created an item', 'Tides'], ['Created an item', 'Waves'], ['Published an item', 'Rain'])),
  ).toEqual(['wrote Tides, Waves', 'published Rain'])
})

test('what was done again and again to nothing with a title is one sentence', () => {
  const [first, ...others] = foldFeed(
    ['one', 'two', 'three'].flatMap((id) =>
      calls(['Imported answers of AI engines', id, { object: { type: 'run', id } }]),
    ),
  )

  expect(first).toMatchObject({ titles: [], times: 3 })
  expect(others).toEqual([])
})

test('somebody else, or a pause, begins another one', () => {
  const other = { clientName: 'Another' }
  const later = { startedAt: '2026-01-01T11:00:00.000Z' }
  expect(
    told(calls(['Created an item', 'Tides'], ['Created an item', 'Waves', other], ['Created an item', 'Rain', later])),
  ).toHaveLength(3)
})

test('what can still be taken back keeps its requests', () => {
  const effects = [{ type: 'item' as const, id: 'Tides', title: 'Tides', from: 1, to: 2 }]
  const change = (requestId: string, more: Partial<AuditRecord> = {}) => ({ requestId, effects, ...more })
  const [told] = foldFeed(
    calls(
      ['Published an item', 'Tides', change('req_3')],
      ['Changed an item', 'Tides', change('req_2', { revertedBy: 'req_9' })],
      ['Created an item', 'Tides', change('req_1')],
    ),
  )

  expect(told?.requestIds).toEqual(['req_3', 'req_1'])
})
