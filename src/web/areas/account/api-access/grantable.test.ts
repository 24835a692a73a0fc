import { expect, test } from 'vitest'

import { grantable } from '#web/areas/account/api-access/grantable.ts'
import { namedAccess, presets, readScopes, scopeLabel } from '#web/areas/account/api-access/scope-words.ts'
import { allScopes } from '#web/areas/account/api-access/scopes.ts'
import type { CatalogEntry } from '#web/operations.ts'

const entry = (name: string, scope: CatalogEntry['scope'], allowed: boolean): CatalogEntry => ({
  name,
  title: `Title of ${name}`,
  area: 'content',
  scope,
  riskLevel: 'write',
  confirmation: 'never',
  idempotency: 'optional',
  allowed,
  ...(allowed ? {} : { notAllowedBecause: 'Your role viewer does not hold it' }),
})

test('all 14 scopes have words of their own, and reading is six of them', () => {
  expect(new Set(allScopes).size).toBe(14)
  expect(new Set(allScopes.map(scopeLabel)).size).toBe(14)
  for (const scope of allScopes) expect(scopeLabel(scope)).not.toMatch(/:|not known/)
  expect(readScopes).toHaveLength(6)
})

test('a scope can be given when its operations are allowed', () => {
  const catalog = [entry('transfer', 'org:write', true), entry('rename', 'org:write', true)]

  expect(grantable('org:write', catalog)).toEqual({
    isGrantable: true,
    reason: null,
    opens: ['Title of transfer', 'Title of rename'],
  })
})

test('that one may revoke an own key does not open the scope', () => {
  const catalog = [entry('revokeApiKey', 'org:write', true), entry('rename', 'org:write', false)]

  expect(grantable('org:write', catalog).isGrantable).toBe(false)
})

test('the reason comes from the catalog', () => {
  expect(grantable('content:write', [entry('createItem', 'content:write', false)])).toMatchObject({
    isGrantable: false,
    reason: 'Your role viewer does not hold it',
  })
})

test('reading can always be given, what opens nothing cannot', () => {
  expect(grantable('asv:read', []).isGrantable).toBe(true)
  expect(grantable('asv:run', []).isGrantable).toBe(false)
})

test('a set of scopes is named after its preset, whatever its order', () => {
  for (const { label, scopes } of presets) expect(namedAccess(scopes.toReversed())).toBe(label)
  expect(namedAccess(['content:publish'])).toBe('Publish and schedule')
  expect(namedAccess(['org:read', 'org:write'])).toBe('2 rights')
})
