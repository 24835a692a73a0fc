import type { ConnectedAgent } from '#web/operations.ts'

/** An OAuth client of a member, active and never used by default. */
export function agent(given: Partial<ConnectedAgent> = {}): ConnectedAgent {
  return {
    id: 'grt_1',
    kind: 'oauth',
    name: 'Writing assistant',
    key: null,
    clientId: 'k3jd0',
    redirectHost: 'agent.example.com',
    verified: false,
    actorUserId: 'usr_1',
    actorName: 'Robin',
    scopes: ['content:read'],
    usedScopes: [],
    status: 'active',
    createdAt: '2026-05-01T00:00:00.000Z',
    expiresAt: '2026-08-01T00:00:00.000Z',
    revokedAt: null,
    lastUsedAt: null,
    lastUsedFrom: null,
    lastOperation: null,
    requestsToday: 0,
    ...given,
  }
}
