import type { Access } from '#kernel/access.ts'
import type { Code, Refusal } from '#kernel/errors.ts'

export type AgentDoor = 'rest' | 'mcp'

const keyErrors: Partial<Record<Code, string>> = {
  api_key_invalid: 'invalid_key',
  api_key_expired: 'expired_key',
  api_key_disabled: 'disabled_key',
}

/**
 * The `WWW-Authenticate` of a refused credential (identity.md 8), or undefined where there is none. A key never gets a
 * `Bearer` challenge: its user must not be pushed into OAuth.
 */
export function challengeOf(code: Code, baseUrl: string, door: AgentDoor): string | undefined {
  const keyError = keyErrors[code]
  if (keyError !== undefined) return `ApiKey realm="masthead", error="${keyError}"`
  const bearer = bearerOf(baseUrl, door)
  if (code === 'unauthenticated') return `${bearer}, scope="org:read content:read"`
  if (code === 'invalid_token')
    return `${bearer}, error="invalid_token", error_description="The access token is not valid"`
  return undefined
}

/**
 * The challenge of a call that a bearer token has no scope for, so that the client can ask its person for more (identity.md 8).
 * Undefined for a key, and where another role would be needed: a new consent cannot help there.
 */
export function insufficientScopeChallenge(
  { actor, grantedScopes }: Access,
  { code, details }: Refusal,
  baseUrl: string,
  door: AgentDoor,
): string | undefined {
  if (actor.credentialType !== 'oauth' || code !== 'insufficient_scope') return undefined
  const required = details !== undefined && 'requiredScopes' in details ? details['requiredScopes'] : []
  const scopes = [...new Set([...grantedScopes, ...(Array.isArray(required) ? required : [])])]
  return `${bearerOf(baseUrl, door)}, error="insufficient_scope", scope="${scopes.join(' ')}"`
}

function bearerOf(baseUrl: string, door: AgentDoor): string {
  const path = door === 'mcp' ? 'mcp' : 'v2'
  return `Bearer resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/${path}"`
}

/** `RateLimit` and `RateLimit-Policy` of every answer to a known credential (D-10, identity.md 7). */
export function rateLimitHeaders({ rate }: Access): Record<string, string> {
  return {
    'RateLimit-Policy': `"key";q=${rate.limit};w=60`,
    RateLimit: `"key";r=${rate.remaining};t=${Math.ceil(rate.resetMs / 1000)}`,
  }
}

const day = 86_400_000

/** When the key expires; in its last seven days also a warning that an agent can pass on (identity.md 5). */
export function keyExpiryHeaders({ keyExpiresAt }: Access, now: Date): Record<string, string> {
  if (keyExpiresAt === null) return {}
  const days = Math.ceil((keyExpiresAt.getTime() - now.getTime()) / day)
  return {
    'X-API-Key-Expires-At': keyExpiresAt.toISOString(),
    ...(days >= 1 && days <= 7 ? { 'X-API-Key-Warning': `expires in ${days} days` } : {}),
  }
}
