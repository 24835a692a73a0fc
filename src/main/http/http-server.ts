import type { ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

import { fastify } from 'fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'

import { jsonType } from '#faces/http.ts'
import type { Face, Outgoing } from '#faces/http.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { clientAddresses } from './client-address.ts'
import { trackConnections } from './connections.ts'
import { timesFor } from './http-limits.ts'
import type { HttpLimits } from './http-limits.ts'
import { refuseOnSocket, statusOfParserError } from './refuse-malformed.ts'
import { requestBody } from './request-body.ts'
import { logPath, withoutOrigin } from './request-url.ts'
import { writeAnswer } from './write-answer.ts'
import { discard } from './write-stream.ts'

export type HttpServerParts = {
  /** Answers every request, unknown paths and undecodable ones included. */
  dispatch: Face
  log: Log
  limits: HttpLimits
}

export type HttpServer = {
  /** Port 0: the system chooses. Fails when the address is taken. */
  listen(at: { host: string; port: number }): Promise<{ address: string; port: number }>
  /** Whether `close` was called; readiness is no from then on. */
  isClosing(): boolean
  /**
   * Serves on for the delay, then stops accepting, ends the streams, waits for what is in flight and ends (reliability.md
   * 16). What is not done after `graceSeconds` (25) is cut. A second call waits for the first.
   */
  close(how: { delaySeconds: number; graceSeconds?: number }): Promise<void>
}

const headerBlock = 16 * 1024
/** Time in ms in which a connection that was just made can still send its request when the server closes. */
const lastRequests = 1000

/** The HTTP server: limits, shutdown and log. What is answered is the business of `dispatch`. */
export function createHttpServer({ dispatch, log, limits }: HttpServerParts): HttpServer {
  const times = timesFor(limits)
  const addressOf = clientAddresses(limits.trustedProxies)
  let closing: Promise<void> | undefined
  const ending = new AbortController()

  const app = fastify({
    http: { maxHeaderSize: headerBlock, headersTimeout: times.headers, connectionsCheckingInterval: times.check },
    requestTimeout: times.request,
    keepAliveTimeout: times.keepAlive,
    connectionTimeout: times.stalled,
    maxRequestsPerSocket: 1000,
    // While closing, requests are still served; readiness alone tells balancers to leave.
    return503OnClosing: false,
    // No path is known here, and what cannot be decoded is the business of the faces too.
    frameworkErrors: (_error, request, reply) => void answer(request, reply),
    clientErrorHandler: (error, socket) => refuse(error.code, socket),
  })
  app.server.maxConnections = limits.maxConnections
  app.removeAllContentTypeParsers()
  app.setNotFoundHandler(() => {})
  // Hijacked before Fastify looks at body and content type: both are the business of the faces.
  app.addHook('onRequest', (request, reply) => void answer(request, reply))
  app.server.on('connect', (_request, socket: Socket) => refuseOnSocket(socket, 405))
  reportDrops()

  const connections = trackConnections(app.server)
  const refused = new WeakSet<Socket>()

  async function answer({ raw: request }: FastifyRequest, reply: FastifyReply): Promise<void> {
    const started = performance.now()
    reply.hijack()
    const exchange = { request, response: reply.raw, body: requestBody(request) }
    const { method = 'GET', url: sent = '/', headers, headersDistinct } = request
    const url = withoutOrigin(sent)
    const path = logPath(url)
    let signal: AbortSignal | undefined
    connections.begin(request.socket, reply.raw)

    const outgoing = withRequestId(
      await guarded(
        {
          method,
          url,
          headers,
          headersDistinct,
          body: exchange.body.stream,
          address: addressOf(request),
          get signal() {
            return (signal ??= signalOf(reply.raw))
          },
        },
        path,
      ),
    )
    const ms = Math.round((performance.now() - started) * 10) / 10
    const { requestId } = outgoing
    const isGone = reply.raw.destroyed || refused.has(request.socket)
    if (isGone) discard(outgoing.body)
    else void send(exchange, outgoing)
    log.info({ method, path, status: outgoing.status, ms, requestId, ...(isGone ? { aborted: true } : {}) }, 'request')
  }

  async function guarded(incoming: Parameters<Face>[0], path: string): Promise<Outgoing> {
    try {
      return await dispatch(incoming)
    } catch (err) {
      log.error({ err, path }, 'face failed')
      return fault()
    }
  }

  async function send(exchange: Parameters<typeof writeAnswer>[0], outgoing: Outgoing): Promise<void> {
    try {
      await writeAnswer(exchange, outgoing, { close: closing !== undefined, ending: ending.signal })
    } catch (err) {
      log.error({ err, status: outgoing.status }, 'answer cannot be sent')
      exchange.response.destroy()
    }
  }

  function refuse(code: string | undefined, socket: Socket): void {
    const status = statusOfParserError(code)
    if (socket.destroyed || refused.has(socket)) return
    refused.add(socket)
    log.debug({ code, status }, 'request refused by the parser')
    // In the middle of an answer a second status line would be taken for its content.
    if (status === undefined || connections.current(socket)?.headersSent) socket.destroy()
    else refuseOnSocket(socket, status)
  }

  function reportDrops(): void {
    let dropped = 0
    app.server.on('drop', () => {
      if (dropped++ > 0) return
      setTimeout(() => {
        log.warn({ dropped, maxConnections: limits.maxConnections }, 'connections refused')
        dropped = 0
      }, 1000).unref()
    })
  }

  async function shutDown(delaySeconds: number, graceSeconds: number): Promise<void> {
    await wait(delaySeconds * 1000)
    ending.abort()
    const closed = app.close()
    const settled = setTimeout(() => connections.closeIdle(), lastRequests)
    const overdue = setTimeout(() => {
      log.warn({ graceSeconds }, 'requests cut at shutdown')
      app.server.closeAllConnections()
    }, graceSeconds * 1000)
    await closed
    clearTimeout(settled)
    clearTimeout(overdue)
  }

  return {
    async listen(at) {
      await app.ready()
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      app.server.once('error', reject).listen(at, resolve)
      await promise
      app.server.off('error', reject)
      return addressInfo(app.server.address())
    },
    isClosing: () => closing !== undefined,
    close: ({ delaySeconds, graceSeconds = 25 }) => (closing ??= shutDown(delaySeconds, graceSeconds)),
  }
}

// Made only for whoever asks: most calls are over before anybody could go away.
function signalOf(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (response.destroyed) gone.abort()
  else response.once('close', () => response.writableFinished || gone.abort())
  return gone.signal
}

function withRequestId(answer: Outgoing): Outgoing & { requestId: string } {
  const found = Object.entries(answer.headers).find(([name]) => name.toLowerCase() === 'x-request-id')
  if (found !== undefined) return { ...answer, requestId: found[1] }
  const requestId = newId('request')
  return { ...answer, headers: { ...answer.headers, 'x-request-id': requestId }, requestId }
}

function fault(): Outgoing {
  const requestId = newId('request')
  const error = { code: 'internal_error', message: 'Something went wrong here.', status: 500, requestId }
  return {
    status: 500,
    headers: { 'content-type': jsonType, 'x-request-id': requestId },
    body: JSON.stringify({ error }),
  }
}

function addressInfo(address: string | AddressInfo | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address
}
