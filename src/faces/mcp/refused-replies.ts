import { scopeChallenge } from '#catalog/challenge.ts'
import type { Answer } from '#catalog/run/answer.ts'
import { jsonType } from '#faces/http.ts'
import { isObject } from '#std/objects.ts'

import { errorCode, type Exchange, type Reply, RpcError } from './protocol.ts'

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

/**
 * A refusal as an error of the protocol, `body` being that of an answer. Hosts show its message and not its data, so the message
 * also says what to do next. `about` goes into the data.
 */
export function refusedInFrame(body: string, about: Record<string, unknown> = {}): RpcError {
  const data = JSON.parse(body) as { error: { message: string; details?: unknown } }
  const { message, details } = data.error
  const fix = isObject(details) ? details['howToFix'] : undefined
  const words = typeof fix === 'string' ? `${message} ${fix}` : message
  return new RpcError(errorCode.refused, words, { data: { ...about, ...data } })
}
