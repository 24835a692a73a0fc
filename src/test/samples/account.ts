import { newGrant, newKey } from '#test/sample-records.ts'

import type { Samples } from './sample.ts'

export const accountSamples: Samples<'account'> = {
  createApiKey: async () => ({ input: { name: 'Key of a sample', scopes: ['content:read'] } }),
  rotateApiKey: async (on) => ({
    input: { keyId: await newKey(on), overlapHours: 1 },
    ids: ['keyId'],
    other: { keyId: await newKey(on) },
  }),
  listApiKeys: async () => ({ input: {} }),
  revokeApiKey: async (on) => ({
    input: { keyId: await newKey(on) },
    ids: ['keyId'],
    other: { keyId: await newKey(on) },
  }),
  setApiKeyDisabled: async (on) => ({
    input: { keyId: await newKey(on), disabled: true },
    ids: ['keyId'],
    other: { keyId: await newKey(on), disabled: true },
  }),
  setKeyPolicy: async () => ({ input: { maxKeyDays: 180 }, other: { maxKeyDays: null } }),
  updateProfile: async () => ({
    input: { displayName: 'Renamed', notificationPreferences: { jobDone: 'email' } },
    other: { timezone: 'Europe/Berlin' },
  }),
  listCreditTransactions: async () => ({ input: { reason: 'grant' } }),
  revokeGrant: async (on) => ({
    input: { grantId: await newGrant(on) },
    ids: ['grantId'],
    other: { grantId: await newGrant(on) },
  }),
  changeGrantScopes: async (on) => ({
    input: { grantId: await newGrant(on), scopes: ['content:read'] },
    ids: ['grantId'],
    other: { grantId: await newGrant(on), scopes: ['org:read'] },
  }),
}
