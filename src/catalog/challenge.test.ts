import { expect, test } from 'vitest'

import type { Access } from '#kernel/access.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'

import { scopeChallenge, keyExpiryHeaders, rateLimitHeaders } from './challenge.ts'

const now = new Date('2026-05-01T12:00:00.000Z')
const day = 86_400_000

function access(keyExpiresAt: Date | null): Access {
  return {
    actor: {
      kind: 'agent',
      userId: newId('user'),
      credentialType: 'api_key',
      credentialId: newId('apiKey'),
      clientName: null,
    },
    organization: {
      id: newId('organization'),
      slug: 'example',
      name: 'Example',
      plan: 'authority',
      suspended: false,
      maxKeyDays: null,
      approvalRisks: [],
    },
    role: 'owner',
    grantedScopes: [],
    scopes: [],
    principal: 'key',
    elevatedUntil: null,
    rate: { limit: 1200, allowed: true, remaining: 1187, resetMs: 41_200 },
    keyExpiresAt,
  }
}

test('the rate limit is reported in whole seconds, rounded up', () => {
  expect(rateLimitHeaders(access(null))).toEqual({
    'RateLimit-Policy': '"key";q=1200;w=60',
    RateLimit: '"key";r=1187;t=42',
  })
})

test('a key reports when it expires, and warns in its last seven days', () => {
  const headers = (days: number) => keyExpiryHeaders(access(new Date(now.getTime() + days * day)), now)

  expect(headers(8)).toEqual({ 'X-API-Key-Expires-At': '2026-05-09T12:00:00.000Z' })
  expect(headers(7)).toMatchObject({ 'X-API-Key-Warning': 'expires in 7 days' })
  expect(headers(0.5)).toMatchObject({ 'X-API-Key-Warning': 'expires in 1 days' })
  expect(keyExpiryHeaders(access(null), now)).toEqual({})
})

test('a token that lacks a scope learns what it has and what the operation needs; nobody else does', () => {
  const refusal = new Refusal('insufficient_scope', 'This needs more.', {
    requiredScopes: ['content:write'],
    scope: 'org:read content:read content:write',
  })
  const byKey = access(null)
  const byToken: Access = {
    ...byKey,
    actor: { ...byKey.actor, credentialType: 'oauth' },
    grantedScopes: ['org:read', 'content:read'],
  }
  const challenge = (who: Access, why = refusal) => scopeChallenge(why, who, { baseUrl: 'https://a.test', door: 'mcp' })

  expect(challenge(byToken)).toBe(
    'Bearer resource_metadata="https://a.test/.well-known/oauth-protected-resource/mcp", error="insufficient_scope", scope="org:read content:read content:write"',
  )
  expect(challenge(byKey)).toBeUndefined()
  expect(challenge(byToken, new Refusal('role_forbidden', 'Another role is needed.'))).toBeUndefined()
})
