import type { ConnectedAgent, Scope } from '#web/operations.ts'
import type { Tone } from '#web/parts/status.tsx'

export const statusWords: Record<ConnectedAgent['status'], { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'ok' },
  expired: { label: 'Expired', tone: 'warn' },
  disabled: { label: 'Disabled', tone: 'neutral' },
  revoked: { label: 'Revoked', tone: 'bad' },
}

export const kindWords: Record<ConnectedAgent['kind'], string> = { oauth: 'OAuth app', api_key: 'API key' }

/** A key, with what only keys have. */
export type KeyAgent = ConnectedAgent & { key: NonNullable<ConnectedAgent['key']> }

export function isKey(agent: ConnectedAgent): agent is KeyAgent {
  return agent.key !== null
}

/** As much of a key as may be shown. */
export function shownKey({ key }: KeyAgent): string {
  return `${key.prefix}…${key.last4}`
}

export function personOf({ actorName }: ConnectedAgent): string {
  return actorName ?? 'A former member'
}

/** The verified host of a client, or null: it registered itself under a name of its own choice. */
export function verifiedHost({ verified, clientId }: ConnectedAgent): string | null {
  return verified && clientId && URL.canParse(clientId) ? new URL(clientId).host : null
}

/**
 * What is left when an agent keeps only what it used in the last 30 days; null: there would be nothing to take away, or
 * nothing left.
 */
export function reducedScopes({ status, scopes, usedScopes }: ConnectedAgent): Scope[] | null {
  const kept = scopes.filter((scope) => usedScopes.includes(scope))
  return status === 'active' && kept.length > 0 && kept.length < scopes.length ? kept : null
}

/** How much of its access an agent has used, in words. */
export function useOfAccess({ scopes, usedScopes, lastOperation }: ConnectedAgent): string {
  const used = scopes.filter((scope) => usedScopes.includes(scope)).length
  if (used === 0) return lastOperation === null ? 'Nothing used yet' : 'Nothing used in 30 days'
  return used === scopes.length ? 'All of it used in 30 days' : `${used} of ${scopes.length} used in 30 days`
}
