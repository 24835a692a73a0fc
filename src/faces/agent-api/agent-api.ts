import { createHash } from 'node:crypto'

import type { Admissions } from '#catalog/admit.ts'
import { keyExpiryHeaders, rateLimitHeaders, scopeChallenge } from '#catalog/challenge.ts'
import { openApiOf } from '#catalog/derived/openapi.ts'
import { areaProblem, discover, type EntryFilter, type Reference } from '#catalog/derived/reference.ts'
import { newRequestId } from '#catalog/run/call.ts'
import type { Runner } from '#catalog/run/run.ts'
import type { ThrottledCalls } from '#catalog/run/throttled.ts'
import { readEnvelope } from '#faces/envelope.ts'
import { exposedToKeys } from '#faces/exposed-headers.ts'
import { decodeSegment, type Face, type Incoming, jsonType, type Outgoing, splitUrl } from '#faces/http.ts'
import { isNoneMatch } from '#faces/if-none-match.ts'
import { asRefusal, methodNotAllowed, sendAnswer, sendRefusal } from '#faces/problem.ts'
import type { Access } from '#kernel/access.ts'
import { type Problem, Refusal } from '#kernel/errors.ts'
import type { RequestId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { risks } from '#kernel/risk.ts'
import { scopes } from '#kernel/scope.ts'
import { once } from '#std/late.ts'

type Parts = {
  reference: Reference
  runner: Runner
  admission: Admissions
  throttled: ThrottledCalls
  baseUrl: () => string
  log: Log
  now?: () => Date
}
type Met = { requestId: RequestId; startedAt: Date; clientRequestId: string | undefined }

const toolPath = '/v2/tools/'
const operationNameLength = 100

/** Any origin, without the browser's credentials. */
const cors = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': `${exposedToKeys}, Idempotent-Replayed, X-Content-Revision, Deprecation`,
}
const preflight = {
  ...cors,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-API-Key, X-Request-Id',
  'Access-Control-Max-Age': '86400',
}

/** The Agent API: discovery, execution and the OpenAPI document below `/v2`. */
export function createAgentApi(parts: Parts): Face {
  const document = once(() => documentOf(parts.reference))
  const now = parts.now ?? (() => new Date())

  return async (request) => {
    const met: Met = { requestId: newRequestId(), startedAt: now(), clientRequestId: clientRequestId(request) }
    try {
      const { path, query } = splitUrl(request.url)
      if (request.method === 'OPTIONS')
        return { status: 204, headers: { ...preflight, 'X-Request-Id': met.requestId }, body: null }
      if (path === '/v2/openapi.json') return openApi(document(), request, met)
      return await withCredential(parts, request, met, { path, query })
    } catch (error) {
      return sendRefusal(asRefusal(error, met.requestId, parts.log), met.requestId, cors)
    }
  }
}

type Document = { text: string; etag: string }

function documentOf(reference: Reference): Document {
  const text = JSON.stringify(openApiOf(reference))
  return { text, etag: `"${createHash('sha256').update(text).digest('hex').slice(0, 32)}"` }
}

function openApi({ text, etag }: Document, request: Incoming, { requestId }: Met): Outgoing {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return methodNotAllowed('GET, HEAD, OPTIONS', requestId, cors)
  const headers = {
    ...cors,
    'Content-Type': jsonType,
    'X-Request-Id': requestId,
    ETag: etag,
    'Cache-Control': 'public, max-age=300',
  }
  if (isNoneMatch(request.headers['if-none-match'], etag)) return { status: 304, headers, body: null }
  return { status: 200, headers, body: text }
}

type Place = { path: string; query: URLSearchParams }

async function withCredential(parts: Parts, request: Incoming, met: Met, place: Place): Promise<Outgoing> {
  const admission = await parts.admission.byHeaders({
    apiKey: request.headersDistinct['x-api-key'] ?? [],
    authorization: request.headersDistinct['authorization'] ?? [],
    address: request.address,
    door: 'rest',
  })
  if (admission.ok) {
    const headers = { ...cors, ...credentialHeaders(admission.access, met) }
    return answer(parts, request, met, { ...place, access: admission.access, headers })
  }
  const { refusal, challenge, access } = admission
  if (access !== undefined) await recordRefused(parts, request, met, { path: place.path, refusal, access })
  const isThrottled = refusal.code === 'rate_limited' && access !== undefined
  return sendRefusal(refusal, met.requestId, {
    ...cors,
    ...(isThrottled ? credentialHeaders(access, met) : {}),
    ...(challenge === undefined ? {} : { 'WWW-Authenticate': challenge }),
  })
}

function credentialHeaders(access: Access, { startedAt }: Met): Record<string, string> {
  return { ...rateLimitHeaders(access), ...keyExpiryHeaders(access, startedAt) }
}

type Admitted = Place & { access: Access; headers: Record<string, string> }

async function answer(parts: Parts, request: Incoming, met: Met, admitted: Admitted): Promise<Outgoing> {
  const { path, headers } = admitted
  try {
    if (path === '/v2/tools') {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return methodNotAllowed('GET, HEAD, OPTIONS', met.requestId, headers)
      return discovery(parts.reference, met, admitted)
    }
    if (!path.startsWith(toolPath))
      throw new Refusal('not_found', 'There is nothing at this path. GET /v2/tools lists the operations.')
    if (request.method !== 'POST') return methodNotAllowed('POST, OPTIONS', met.requestId, headers)
    return await call(parts, request, met, admitted)
  } catch (error) {
    return sendRefusal(asRefusal(error, met.requestId, parts.log), met.requestId, headers)
  }
}

function discovery(reference: Reference, { requestId }: Met, { access, query, headers }: Admitted): Outgoing {
  const filter = filterOf(query, reference)
  const body = JSON.stringify({
    catalogVersion: reference.catalogVersion,
    operations: discover(reference, access, 'rest', filter),
  })
  return {
    status: 200,
    headers: { ...headers, 'Content-Type': jsonType, 'Cache-Control': 'no-store', 'X-Request-Id': requestId },
    body,
  }
}

async function call(parts: Parts, request: Incoming, met: Met, { path, access, headers }: Admitted): Promise<Outgoing> {
  const operation = nameIn(path)
  const result = await parts.runner.run({
    ...met,
    door: 'rest',
    operation,
    access,
    envelope: () => readEnvelope(request, access.organization.id),
  })
  const closing: Record<string, string> = result.status === 413 ? { Connection: 'close' } : {}
  const challenge = scopeChallenge(result.refusal, access, { baseUrl: parts.baseUrl(), door: 'rest' })
  return sendAnswer(result, met.requestId, {
    ...headers,
    ...closing,
    ...deprecation(parts.reference, operation),
    ...(challenge === undefined ? {} : { 'WWW-Authenticate': challenge }),
  })
}

// A call whose credential names its organization is recorded, even when it is refused as expired or throttled.
async function recordRefused(
  parts: Parts,
  request: Incoming,
  met: Met,
  { path, refusal, access }: { path: string; refusal: Refusal; access: Access },
): Promise<void> {
  if (request.method !== 'POST' || !path.startsWith(toolPath)) return
  const refused = { ...met, door: 'rest' as const, operation: nameIn(path), access, refusal }
  if (refusal.code === 'rate_limited') parts.throttled.count(refused)
  else await parts.runner.record(refused)
}

function deprecation({ byName }: Reference, name: string): Record<string, string> {
  const since = byName.get(name)?.deprecated?.since
  return since === undefined ? {} : { Deprecation: `@${Math.floor(Date.parse(since) / 1000)}` }
}

// An undecodable name is an unknown one.
function nameIn(path: string): string {
  const segment = path.slice(toolPath.length)
  return (decodeSegment(segment) ?? segment).slice(0, operationNameLength)
}

const filterNames = ['area', 'scope', 'risk', 'search'] as const

// An unknown parameter, and one that is given twice, is refused like an unknown field.
function filterOf(query: URLSearchParams, reference: Reference): EntryFilter {
  const names = [...query.keys()]
  const odd = names.filter((name, at) => !filterNames.some((known) => known === name) || names.indexOf(name) !== at)
  const given = (name: (typeof filterNames)[number]) => query.get(name) || undefined
  const filter = { area: given('area'), scope: given('scope'), risk: given('risk'), search: given('search') }
  const unknownArea = areaProblem(reference, filter.area, '/query/area')
  const problems: Problem[] = [
    ...odd.map((name) => unknownParameter(name.slice(0, 60))),
    ...(unknownArea === undefined ? [] : [unknownArea]),
    ...problemOf('scope', filter.scope, scopes),
    ...problemOf('risk', filter.risk, risks),
  ]
  if (problems[0] !== undefined) throw new Refusal('validation_failed', problems[0].message, problems)
  return filter
}

function unknownParameter(name: string): Problem {
  const message = `The parameters are ${filterNames.join(', ')}, each at most once; not "${name}".`
  return { path: `/query/${name}`, message, code: 'unknown_field' }
}

function problemOf(name: string, value: string | undefined, allowed: readonly string[]): Problem[] {
  if (value === undefined || allowed.includes(value)) return []
  return [{ path: `/query/${name}`, message: `${name} is one of ${allowed.join(', ')}.`, code: 'invalid_value' }]
}

function clientRequestId({ headers }: Incoming): string | undefined {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : undefined
}
