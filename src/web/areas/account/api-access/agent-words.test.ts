import { expect, test } from 'vitest'

import { reducedScopes, useOfAccess, verifiedHost } from '#web/areas/account/api-access/agent-words.ts'
import { agent } from '#web/areas/account/api-access/agents.fixture.ts'

test('an agent is reduced to what it used, in the order of its access', () => {
  const given = agent({
    scopes: ['org:read', 'content:read', 'content:write'],
    usedScopes: ['content:write', 'content:read'],
  })

  expect(reducedScopes(given)).toEqual(['content:read', 'content:write'])
  expect(useOfAccess(given)).toBe('2 of 3 used in 30 days')
})

test('who used all, nothing, or has ended cannot be reduced', () => {
  const scopes = ['org:read', 'content:read'] as const

  expect(reducedScopes(agent({ scopes: [...scopes], usedScopes: [...scopes] }))).toBeNull()
  expect(reducedScopes(agent({ scopes: [...scopes], usedScopes: [] }))).toBeNull()
  expect(reducedScopes(agent({ scopes: [...scopes], usedScopes: ['org:read'], status: 'revoked' }))).toBeNull()
})

test('an agent without calls is told apart from one that rests', () => {
  expect(useOfAccess(agent({ lastOperation: null }))).toBe('Nothing used yet')
  expect(useOfAccess(agent({ lastOperation: 'listItems' }))).toBe('Nothing used in 30 days')
})

test('only a document at its own address verifies a client', () => {
  expect(verifiedHost(agent({ verified: true, clientId: 'https://agent.example.com/client.json' }))).toBe(
    'agent.example.com',
  )
  expect(verifiedHost(agent({ verified: false, clientId: 'k3jd0' }))).toBeNull()
})
