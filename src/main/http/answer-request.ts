import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'

import { type Face, type Incoming, type Outgoing, type Ready, splitUrl } from '#faces/http.ts'
import { askedAs } from '#kernel/asked.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { noTracing, type RootSpan, type Tracing } from '#kernel/span.ts'
import { faceName } from '#main/face-name.ts'
import { addressPrefix } from '#std/address-prefix.ts'

import type { Connections } from './connections.ts'
import { headFault } from './head-fault.ts'
import type { HttpTimes } from './http-limits.ts'
import { refusalBody } from './refusal-body.ts'
import type { Refused } from './refuse-malformed.ts'
import { requestBody } from './request-body.ts'
import { logPath, withoutOrigin } from './request-path.ts'
import { type Closing, type Exchange, writeAnswer } from './write-answer.ts'
import { discard } from './write-stream.ts'

type Parts = {
  dispatch: Face
  ready: Ready | undefined
  log: Log
  /** The address of the client. */
  addressOf: (request: IncomingMessage) => string
  connections: Connections
  /** Connections whose bytes the parser refused: they were answered already. */
  refused: Refused
  state: () => Closing
  times: HttpTimes
  tracing?: Tracing | undefined
}

/** Hands each request to `dispatch` as the faces see it, sends what it answers, and writes its line of the log. */
export function answerRequests(parts: Parts): RequestListener {
  const { times, refused } = parts
  return (request, response) => {
    // What was sent behind a request that was refused is nobody's.
    if (refused.has(request.socket)) return
    const fault = headFault(request)
    if (fault !== undefined) return refused.head(request, fault)
    if (answeredAtOnce(parts, request, response)) return
    const exchange = { request, response, body: requestBody(request, times) }
    void (parts.tracing ?? noTracing).trace({ name: request.method ?? 'GET', kind: 'server' }, (root) =>
      answer(parts, exchange, root),
    )
  }
}

/** Sends what needs no work, and writes no line of the log: the caller that has it ready counts it. */
function answeredAtOnce(parts: Parts, request: IncomingMessage, response: ServerResponse): boolean {
  const { ready, connections } = parts
  const { method = 'GET', url = '/', headers } = request
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  if (ready === undefined || hasBody || parts.state().close) return false
  const address = parts.addressOf(request)
  const answer = ready({ method, url, headers, address })
  if (answer === undefined) return false
  const left = connections.begin(request.socket, { response }, address)
  // Its connection is being closed: what was sent behind the last request is nobody's.
  if (left < 0) return true
  const own = ['x-request-id', newId('request'), ...(left === 0 ? ['connection', 'close'] : [])]
  response.writeHead(answer.status, [...answer.head, ...own])
  response.end(method === 'HEAD' ? undefined : answer.body)
  return true
}

async function answer(parts: Parts, exchange: Exchange, root: RootSpan | undefined): Promise<void> {
  const started = performance.now()
  const { log, connections, refused } = parts
  const { request, response } = exchange
  const address = parts.addressOf(request)
  const left = connections.begin(request.socket, exchange, address)
  if (left < 0) return
  const incoming = incomingOf(exchange, address)
  const path = logPath(incoming.url)

  root?.continues(incoming.headers['traceparent'])
  const outgoing = withRequestId(await dispatched(parts, incoming, path))

  const { status, requestId } = outgoing
  if (root !== undefined) tellOf(root, { method: incoming.method, path, status, requestId })
  const ms = Math.round((performance.now() - started) * 10) / 10
  const isGone = response.destroyed || refused.has(request.socket)
  if (isGone) discard(outgoing.body)
  else void send(parts, exchange, { ...outgoing, isLast: left === 0 })
  const seen = { ...(root === undefined ? {} : { traceId: root.traceId() }), ...(isGone ? { aborted: true } : {}) }
  log.info({ method: incoming.method, path, status, ms, requestId, ...seen }, 'request')
}

type Told = { method: string; path: string; status: number; requestId: string }

function tellOf(root: RootSpan, { method, path, status, requestId }: Told): void {
  root.concerns(requestId)
  // Below these paths callers make up names: only what is called says more, and that is a span of its own.
  root.rename(`${method} ${faceName(path)}`)
  root.set({ 'http.request.method': method, 'url.path': path, 'http.response.status_code': status })
  if (status >= 500) root.end(new Refusal(status === 503 ? 'unavailable' : 'internal_error', ''))
}

function incomingOf({ request, response, body }: Exchange, address: string): Incoming {
  const { method = 'GET', url = '/', headers, headersDistinct } = request
  let signal: AbortSignal | undefined
  return {
    method,
    url: withoutOrigin(url),
    headers,
    headersDistinct,
    body: body.stream,
    address,
    expectUpload: body.expectUpload,
    // Made only when asked for: most calls are over before anybody could go away.
    get signal() {
      return (signal ??= signalOf(response))
    },
  }
}

function signalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (response.destroyed) gone.abort()
  else response.once('close', () => response.writableFinished || gone.abort())
  return gone.signal
}

/** How long a call waits for the database in all, in ms (database.md#silence-has-an-end). */
const patienceMs = 20_000

async function dispatched({ dispatch, log }: Parts, incoming: Incoming, path: string): Promise<Outgoing> {
  const patience = { leftMs: patienceMs }
  const ends: (() => void)[] = []
  try {
    // Until an organization is known, the network is what takes turns (turns.md#nobody-starves).
    const party = addressPrefix(incoming.address)
    const atEnd = (end: () => void) => void ends.push(end)
    const asked = { party, rank: 'call' as const, gone: () => incoming.signal, patience, atEnd }
    return await askedAs(asked, () => dispatch(incoming))
  } catch (err) {
    const requestId = newId('request')
    log.error({ err, path, requestId }, 'face failed')
    const { headers, body } = refusalBody(500, splitUrl(incoming.url).path, requestId)
    return { status: 500, headers: { ...headers, 'x-request-id': requestId }, body }
  } finally {
    // What is streamed from here on takes as long as its reader.
    patience.leftMs = Infinity
    for (const end of ends) end()
  }
}

async function send(
  { log, state }: Parts,
  exchange: Exchange,
  { isLast, ...outgoing }: Outgoing & { isLast: boolean },
): Promise<void> {
  const { close, ending } = state()
  try {
    await writeAnswer(exchange, outgoing, { close: close || isLast, ending })
  } catch (err) {
    log.error({ err, status: outgoing.status }, 'answer cannot be sent')
    exchange.response.destroy()
  }
}

function withRequestId(answer: Outgoing): Outgoing & { requestId: string } {
  const found = Object.entries(answer.headers).find(([name]) => name.toLowerCase() === 'x-request-id')
  if (found !== undefined) return { ...answer, requestId: found[1] }
  const requestId = newId('request')
  return { ...answer, headers: { ...answer.headers, 'x-request-id': requestId }, requestId }
}
