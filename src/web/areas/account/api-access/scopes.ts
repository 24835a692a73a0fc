import type { Scope } from '#web/operations.ts'

/** Every scope, the least weighty first. Apart from their words, because the address of a list may name one. */
export const allScopes: readonly Scope[] = [
  'org:read',
  'content:read',
  'analytics:read',
  'asv:read',
  'audit:read',
  'integrations:read',
  'org:write',
  'content:write',
  'asv:write',
  'content:publish',
  'content:delete',
  'asv:run',
  'audit:run',
  'integrations:write',
]
