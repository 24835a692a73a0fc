import { expect, test } from 'vitest'

import { warnings } from '#web/areas/account/api-access/key-warnings.ts'
import type { ApiKey } from '#web/operations.ts'

const now = Date.parse('2026-05-15T00:00:00Z')
const me = 'usr_me'
const key = (given: Partial<ApiKey>): ApiKey => ({
  id: 'key_1',
  name: 'Key',
  prefix: 'mh_sk_ab',
  last4: 'cdef',
  scopes: [],
  createdBy: { userId: 'usr_me', name: 'Me' },
  createdAt: '2026-05-01T00:00:00.000Z',
  expiresAt: '2026-08-01T00:00:00.000Z',
  lastUsedAt: null,
  lastUsedFrom: null,
  status: 'active',
  expiryNotice: null,
  rotatedFrom: null,
  rotatedTo: null,
  disabledAt: null,
  revokedAt: null,
  revokedBy: null,
  ...given,
})

test('keys that say so expire soon, the nearest first', () => {
  const later = key({ name: 'later', expiryNotice: 14, expiresAt: '2026-05-28T00:00:00.000Z' })
  const sooner = key({ name: 'sooner', expiryNotice: 1, expiresAt: '2026-05-15T09:00:00.000Z' })

  expect(warnings([later, key({}), sooner], [], { userId: me, now }).expiring).toEqual([sooner, later])
})

test('an own key that somebody else revoked is news for two weeks', () => {
  const by = (userId: string, revokedAt: string, owner = me) =>
    key({
      status: 'revoked',
      revokedAt,
      revokedBy: { userId, name: 'Other' },
      createdBy: { userId: owner as `usr_${string}`, name: 'Owner' },
    })
  const news = by('usr_other', '2026-05-14T00:00:00.000Z')
  const old = by('usr_other', '2026-05-01T00:00:00.000Z')
  const mine = by(me, '2026-05-14T00:00:00.000Z')
  const theirs = by('usr_other', '2026-05-14T00:00:00.000Z', 'usr_third')
  const systems = key({ status: 'revoked', revokedAt: '2026-05-14T00:00:00.000Z' })

  expect(warnings([], [news, old, mine, theirs, systems], { userId: me, now }).taken).toEqual([news])
})
