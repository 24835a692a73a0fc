import { expect, test } from 'vitest'

import { auditQuery, concerns, filterCount } from '#web/areas/agent-audit/audit-log/audit-query.ts'
import { auditSearch } from '#web/areas/agent-audit/audit-log/audit-search.ts'

const now = Date.parse('2026-05-01T12:00:42.500Z')

test('what the address says wrongly falls away', () => {
  expect(
    auditSearch({ who: 'robots', status: 'gone', page: '-3', from: 'yesterday', search: '  ', live: 'maybe' }),
  ).toEqual({})
})

test('the calls of agents are chosen, and need not be named', () => {
  expect(auditSearch({ who: 'agent' })).toEqual({})
  expect(auditQuery({}, now)).toEqual({ page: 1, pageSize: 50, actorKind: 'agent' })
  expect(auditQuery({ who: 'everyone' }, now)).toEqual({ page: 1, pageSize: 50 })
})

test('a span begins at a full minute, so that the same list keeps its name', () => {
  expect(auditQuery({ time: '1h' }, now)).toMatchObject({ from: '2026-05-01T11:00:00.000Z' })
})

test('two times win over a span', () => {
  expect(auditSearch({ time: '24h', from: '2026-05-01T10:00Z' })).toEqual({ from: '2026-05-01T10:00:00.000Z' })
})

test('every filter counts, and who acts does not', () => {
  expect(filterCount({ who: 'person', live: true, page: 3 })).toBe(0)
  expect(filterCount({ status: 'failed', time: '7d', search: 'x' })).toBe(3)
  expect(filterCount({ agent: 'key_1' })).toBe(1)
  expect(auditQuery(auditSearch({ agent: 'key_1' }), now)).toMatchObject({ credentialId: 'key_1' })
})

const call = {
  operation: 'createItem',
  credentialType: 'api_key',
  status: 'succeeded',
  risk: 'write',
  actorUserId: 'usr_1',
}

test.each([
  [{}, true],
  [{ who: 'person' }, false],
  [{ who: 'everyone', risk: 'write' }, true],
  [{ status: 'failed' }, false],
  [{ person: 'usr_2' }, false],
  [{ operation: 'createItem', credential: 'api_key' }, true],
  [{ to: '2026-05-01T10:00:00.000Z' }, false],
] as const)('a call that is heard belongs to the list %j: %s', (asked, belongs) => {
  expect(concerns(asked, call)).toBe(belongs)
})
