import { expect, test } from 'vitest'

import { foldSittings } from '#web/areas/agent-audit/audit-log/fold-sittings.ts'
import { record } from '#web/areas/agent-audit/audit-log/records.fixture.ts'
import type { AuditRecord } from '#web/operations.ts'

const at = (minute: number, fields: Partial<AuditRecord> = {}) =>
  record({ startedAt: new Date(Date.UTC(2026, 4, 1, 12, minute)).toISOString(), ...fields })
const counts = (records: AuditRecord[]) => foldSittings(records).map(({ count }) => count)

test('the saves of one sitting are one line, the latest', () => {
  const latest = at(18)

  expect(foldSittings([latest, at(9), at(0)])).toEqual([{ record: latest, count: 3 }])
})

test('a pause of more than ten minutes begins another sitting', () => {
  expect(counts([at(30), at(19), at(18)])).toEqual([1, 2])
})

test.each<[string, Partial<AuditRecord>]>([
  ['an agent', { credentialType: 'api_key' }],
  ['another person', { actorUserId: 'usr_01k9x8f0000000000000000001' }],
  ['another item', { inputSummary: { id: 'itm_01k9x8f0000000000000000001' } }],
  ['a refused save', { status: 'rejected' }],
  ['a save that published', { effectiveRisk: 'publish' }],
  ['another operation', { operation: 'publishItem' }],
])('%s stands alone', (_who, fields) => {
  expect(counts([at(2), at(1, fields), at(0)])).toEqual([1, 1, 1])
})
