import type { Admission, Admissions } from '#catalog/admit.ts'
import { keyExpiryHeaders, rateLimitHeaders } from '#catalog/challenge.ts'
import { errorBody } from '#catalog/run/answer.ts'
import { type AgentClaim, newRequestId } from '#catalog/run/call.ts'
import { type Face, type Incoming, jsonType, type Outgoing } from '#faces/http.ts'
import { asRefusal, methodNotAllowed, sendRefusal } from '#faces/problem.ts'
import type { Access } from '#kernel/access.ts'
import { spanNow } from '#kernel/asked.ts'
import type { Refusal } from '#kernel/errors.ts'
import type { RequestId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { isObject } from '#std/objects.ts'

import { compressed } from './encoding.ts'
import { eraOf, metaOf, modernMethod, versionHeader } from './era.ts'
import { InvalidMessage, readMessage } from './frame.ts'
import type { Gate } from './gate.ts'
import {
  type Era,
  errorCode,
  type Exchange,
  type Message,
  type MessageId,
  type Method,
  methodFor,
  metaKey,
  modernVersion,
  type Reply,
  RpcError,
  type ServerInfo,
} from './protocol.ts'

export type DispatcherParts = {
  gate: Gate
  admission: Admissions
  /** What is offered: the product's own methods, or what a test mounts. */
  methods: ReadonlyMap<string, Method>
  serverInfo: ServerInfo
  /** Called with a refused credential that belongs to an organization: its call is recorded (audit.md#one-record-per-call). */
  onRefused(refused: RefusedRequest): Promise<void>
  log: Log
  now?: () => Date
}

export type RefusedRequest = Met & { request: Incoming; refusal: Refusal; access: Access }
type Met = { requestId: RequestId; startedAt: Date; clientRequestId: string | undefined }
type Headers = Record<string, string>

/** The protocol of `/mcp`, stateless, in both of its eras; the checks come in a fixed order (mcp.md#order-of-frame-checks). */
export function createDispatcher(parts: DispatcherParts): Face {
  const { gate } = parts
  const now = parts.now ?? (() => new Date())

  return async (request) => {
    const met: Met = { requestId: newRequestId(), startedAt: now(), clientRequestId: clientRequestId(request) }
    const headers: Headers = { 'X-Request-Id': met.requestId, 'Cache-Control': 'no-store' }
    try {
      Object.assign(headers, gate.pass(request))
      if (request.method === 'OPTIONS' && request.headers.origin !== undefined)
        return { status: 204, headers: { ...headers, ...gate.preflight }, body: null }
      const access = await admitted(parts, request, { met, headers })
      if (request.method !== 'POST') return methodNotAllowed('POST', met.requestId, headers)
      return await answer(parts, request, await readMessage(request, access.organization.id), { met, access, headers })
    } catch (error) {
      return failure(parts, error, undefined, { met, headers })
    }
  }
}

type Meeting = { met: Met; headers: Headers }

async function admitted(parts: DispatcherParts, request: Incoming, { met, headers }: Meeting): Promise<Access> {
  const admission = await parts.admission.byHeaders({
    apiKey: request.headersDistinct['x-api-key'] ?? [],
    authorization: request.headersDistinct['authorization'] ?? [],
    address: request.address,
    door: 'mcp',
  })
  const { access } = admission
  if (access !== undefined && (admission.ok || admission.refusal.code === 'rate_limited'))
    Object.assign(headers, rateLimitHeaders(access), keyExpiryHeaders(access, met.startedAt))
  if (admission.ok) return admission.access
  throw await refusedCredential(parts, request, admission, { met, headers })
}

async function refusedCredential(
  { onRefused }: DispatcherParts,
  request: Incoming,
  { refusal, challenge, access }: Extract<Admission, { ok: false }>,
  { met, headers }: Meeting,
): Promise<Refusal> {
  if (challenge !== undefined) headers['WWW-Authenticate'] = challenge
  if (access !== undefined) await onRefused({ ...met, request, refusal, access })
  return refusal
}

async function answer(
  parts: DispatcherParts,
  request: Incoming,
  message: Message,
  { met, access, headers }: Meeting & { access: Access },
): Promise<Outgoing> {
  const { methods, serverInfo } = parts
  const { id } = message
  if (id === undefined) return { status: 202, headers, body: null }
  try {
    const era = eraOf(message, request)
    const method = era === 'modern' ? modernMethod(methods, message, request) : legacyMethod(methods, message)
    const exchange: Exchange = {
      ...met,
      request,
      message: { ...message, id },
      era,
      access,
      agent: claimOf(message, request, era),
      capabilities: capabilitiesOf(message),
      serverInfo,
    }
    return await sendReply(await method.run(exchange), exchange, headers)
  } catch (error) {
    return failure(parts, error instanceof RpcError ? error : internal(parts, error, met), id, { met, headers })
  }
}

function internal({ log }: DispatcherParts, error: unknown, { requestId }: Met): RpcError {
  const refusal = asRefusal(error, requestId, log)
  return new RpcError(errorCode.internalError, refusal.message, { data: JSON.parse(errorBody(refusal, requestId)) })
}

function legacyMethod(methods: DispatcherParts['methods'], message: Message): Method {
  const method = methodFor(methods, message, 'legacy')
  if (method === undefined) throw new RpcError(errorCode.methodNotFound, 'There is no method with this name.')
  return method
}

async function sendReply(reply: Reply, { message, request }: Exchange, headers: Headers): Promise<Outgoing> {
  if ('http' in reply) return { ...reply.http, headers: { ...headers, ...reply.http.headers } }
  const text = `{"jsonrpc":"2.0","id":${JSON.stringify(message.id)},"result":${reply.result}}`
  const { body, encoding } = await compressed(text, request.headers['accept-encoding'])
  return {
    status: 200,
    headers: { ...headers, ...reply.headers, ...encoding, 'Content-Type': jsonType },
    body,
  }
}

function failure(
  { log }: DispatcherParts,
  error: unknown,
  id: MessageId | undefined,
  { met, headers }: Meeting,
): Outgoing {
  if (error instanceof RpcError) {
    const { code, message, data, status } = error
    const named = error instanceof InvalidMessage ? error.id : id
    const body = {
      jsonrpc: '2.0',
      ...(named === undefined ? {} : { id: named }),
      error: { code, message, ...(data === undefined ? {} : { data }) },
    }
    return { status, headers: { ...headers, 'Content-Type': jsonType }, body: JSON.stringify(body) }
  }
  const refusal = asRefusal(error, met.requestId, log)
  const closing: Headers = refusal.status === 413 ? { Connection: 'close' } : {}
  return sendRefusal(refusal, met.requestId, { ...headers, ...closing })
}

// What the client says about itself is kept as its own claim (mcp.md#client-claims).
function claimOf(message: Message, request: Incoming, era: Era): AgentClaim {
  const meta = metaOf(message)
  const info = meta[metaKey.clientInfo]
  const { name, version } = isObject(info) ? info : {}
  const named = [name, version].filter((part) => typeof part === 'string').join(' ')
  const traceparent = meta['traceparent'] ?? request.headers['traceparent']
  spanNow()?.continues(meta['traceparent'])
  return {
    client: named || request.headers['user-agent'] || null,
    protocol: era === 'modern' ? modernVersion : (versionHeader(request) ?? 'initialize'),
    traceId: typeof traceparent === 'string' ? traceIdOf(traceparent) : null,
  }
}

/** The trace id of a `traceparent` header (W3C Trace Context), or null. */
function traceIdOf(traceparent: string): string | null {
  const id = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/.exec(traceparent)?.[1]
  return id === undefined || /^0+$/.test(id) ? null : id
}

function capabilitiesOf(message: Message): Record<string, unknown> {
  const declared = metaOf(message)[metaKey.clientCapabilities]
  return isObject(declared) ? declared : {}
}

function clientRequestId({ headers }: Incoming): string | undefined {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : undefined
}
