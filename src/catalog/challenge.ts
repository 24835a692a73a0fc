import type { Access } from '#kernel/access.ts'
import type { Code, Refusal } from '#kernel/errors.ts'

export type AgentDoor = 'rest' | 'mcp'

const keyErrors: Partial<Record<Code, string>> = {
  api_key_invalid: 'invalid_key',
  api_key_expired: 'expired_key',
  api_key_disabled: 'disabled_key',
}

/** The one resource of every access token, on `/mcp` and `/v2` alike (oauth.md#opaque-tokens). */
export function resourceOf(baseUrl: string): string {
  return `${baseUrl}/mcp`
}

/**
 * The `WWW-Authenticate` of a refused credential, or undefined where there is none (oauth.md#refusals-carry-challenges). A key
 * never gets a `Bearer` challenge: its user must not be pushed into OAuth.
 */
export function challengeOf({ code, message }: Refusal, baseUrl: string, door: AgentDoor): string | undefined {
  const keyError = keyErrors[code]
  if (keyError !== undefined) return `ApiKey realm="masthead", error="${keyError}"`
  if (code === 'unauthenticated') return `${bearer(baseUrl, door)}, scope="org:read content:read"`
  if (code !== 'invalid_token') return undefined
  const [description] = message.split('.')
  return `${bearer(baseUrl, door)}, error="invalid_token", error_description="${description}"`
}

/**
 * The `WWW-Authenticate` of a call that needs a scope its access token lacks: what it has and everything that the operation
 * needs (oauth.md#new-scopes-are-not-ticked). Undefined for keys, and for every other refusal.
 */
export function scopeChallenge(
  refusal: Refusal | undefined,
  { actor }: Access,
  { baseUrl, door }: { baseUrl: string; door: AgentDoor },
): string | undefined {
  if (refusal?.code !== 'insufficient_scope' || actor.credentialType !== 'oauth') return undefined
  const named = refusal.details !== undefined && 'scope' in refusal.details ? refusal.details['scope'] : undefined
  return `${bearer(baseUrl, door)}, error="insufficient_scope", scope="${String(named)}"`
}

function bearer(baseUrl: string, door: AgentDoor): string {
  const path = door === 'mcp' ? 'mcp' : 'v2'
  return `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/${path}"`
}

/** `RateLimit` and `RateLimit-Policy` of every answer to a known credential (calls.md#answers-show-the-limit). */
export function rateLimitHeaders({ rate }: Access): Record<string, string> {
  return {
    'RateLimit-Policy': `"key";q=${rate.limit};w=60`,
    RateLimit: `"key";r=${rate.remaining};t=${Math.ceil(rate.resetMs / 1000)}`,
  }
}

const day = 86_400_000

/** When the key expires; in its last seven days also a warning that an agent can pass on (account.md#life-of-a-key). */
export function keyExpiryHeaders({ keyExpiresAt }: Access, now: Date): Record<string, string> {
  if (keyExpiresAt === null) return {}
  const days = Math.ceil((keyExpiresAt.getTime() - now.getTime()) / day)
  return {
    'X-API-Key-Expires-At': keyExpiresAt.toISOString(),
    ...(days >= 1 && days <= 7 ? { 'X-API-Key-Warning': `expires in ${days} days` } : {}),
  }
}
