import { expect, test } from 'vitest'

import { partsOf, restOf, sittingsOf, wholeSittings } from '#web/areas/account/agent/sittings.ts'
import { record } from '#web/areas/agent-audit/audit-log/records.fixture.ts'
import type { AuditRecord } from '#web/operations.ts'

const effects = [{ type: 'item' as const, id: 'itm_1', title: 'Tides', from: 1, to: 2 }]

/** A call at this minute of an hour, about this article. */
const at = (minute: number, fields: Partial<AuditRecord> = {}, title = 'Tides'): AuditRecord => {
  const time = `2026-05-01T12:${String(minute).padStart(2, '0')}:00.000Z`
  const object = { type: 'item', id: `itm_${title}`, title }
  return record({ startedAt: time, finishedAt: time, credentialType: 'api_key', object, effects, ...fields })
}
const read: Partial<AuditRecord> = { operation: 'getItem', risk: 'read', effectiveRisk: 'read', effects: [] }

test('calls without a gap of more than a quarter of an hour are one sitting', () => {
  const sittings = sittingsOf([at(40), at(24, read), at(10), at(9)])

  expect(
    sittings.map(({ from, to, calls, changes }) => [from.slice(14, 16), to.slice(14, 16), calls, changes.length]),
  ).toEqual([
    ['40', '40', 1, 1],
    ['09', '24', 3, 2],
  ])
})

test('a sitting is told by what changed, in its order, titles where there is one', () => {
  const [sitting] = sittingsOf([
    at(6, { sentence: 'Published an item' }),
    at(5, { operation: 'updateItem' }, 'Winds'),
    at(4, { operation: 'updateItem' }),
    at(3, { operation: 'updateItem', inputSummary: { dryRun: true } }, 'Clouds'),
    at(2, { status: 'rejected', occurrences: 3, effects: [] }),
    at(1, read),
  ])

  expect(sitting === undefined ? [] : partsOf(sitting)).toEqual([
    { deed: 'changed', count: '2 articles' },
    { deed: 'published', title: { type: 'item', id: 'itm_Tides', title: 'Tides' } },
  ])
  expect(sitting === undefined ? [] : restOf(sitting)).toEqual(['read once', 'was refused 3 times'])
})

test('a sitting that may have begun earlier is not told before that is known', () => {
  const told = (records: AuditRecord[], hasMore: boolean) =>
    wholeSittings(records, hasMore).map(({ from, isWhole }) => [from.slice(14, 16), isWhole])

  expect(told([at(40), at(10), at(9)], true)).toEqual([['40', true]])
  expect(told([at(40), at(10), at(9)], false)).toEqual([
    ['40', true],
    ['09', true],
  ])
  expect(told([at(10), at(9)], true)).toEqual([['09', false]])
})
