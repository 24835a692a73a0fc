import { scopeChallenge } from '#catalog/challenge.ts'
import type { Answer } from '#catalog/run/answer.ts'
import { jsonType } from '#faces/http.ts'

import type { Exchange, Reply } from './protocol.ts'

/**
 * The refusals of a call that stay answers of HTTP (mcp.md#refused-calls-are-results): 403 for a bearer token without the scope,
 * and 429. Undefined for any other.
 */
export function httpRefusal(
  { access }: Exchange,
  { refusal, body }: Pick<Answer, 'refusal' | 'body'>,
  baseUrl: string,
): Reply | undefined {
  const challenge = scopeChallenge(refusal, access, { baseUrl, door: 'mcp' })
  const headers: Record<string, string> = { 'Content-Type': jsonType }
  if (challenge !== undefined)
    return { http: { status: 403, headers: { ...headers, 'WWW-Authenticate': challenge }, body } }
  if (refusal?.status !== 429) return undefined
  return { http: { status: 429, headers: { ...headers, 'Retry-After': String(refusal.retryAfter ?? 1) }, body } }
}
