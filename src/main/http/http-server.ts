import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { Face, Ready } from '#faces/http.ts'
import type { Log } from '#kernel/log.ts'
import type { Tracing } from '#kernel/span.ts'

import { answerRequests } from './answer-request.ts'
import { clientAddresses } from './client-address.ts'
import { trackConnections } from './connections.ts'
import { longestHead } from './head-fault.ts'
import { connectionsPerAddress, timesFor } from './http-limits.ts'
import type { HttpLimits } from './http-limits.ts'
import { refuseMalformed } from './refuse-malformed.ts'
import { shutDown } from './shut-down.ts'

export type HttpServerParts = {
  /** Answers every request, including unknown and undecodable paths. */
  dispatch: Face
  /** Answers at once what it can; by default nothing. */
  ready?: Ready
  log: Log
  limits: HttpLimits
  tracing?: Tracing | undefined
}

export type HttpServer = {
  /** Port 0: the system chooses. Fails when the address is taken. */
  listen(at: { host: string; port: number }): Promise<{ address: string; port: number }>
  /** Whether `close` was called; from then on the server is not ready. */
  isClosing(): boolean
  /**
   * Keeps serving for the delay, then stops accepting, ends the streams, waits for what is in flight and ends. What is not done
   * after `graceSeconds` (25) is cut. A second call waits for the first.
   */
  close(how: { delaySeconds: number; graceSeconds?: number }): Promise<void>
}

/** Bytes of a head that are read: more than a request may have, so that its refusal knows its path (http.md#parsers-answer-as-the-path). */
const readableHead = 4 * longestHead
// The connection is closed with the last answer: Node.js itself would only ask for it, and refuse what comes next with a bare 503.
const requestsPerConnection = 1000

/** The HTTP server: limits, shutdown and log. `dispatch` decides what is answered. */
export function createHttpServer({ dispatch, ready, log, limits, tracing }: HttpServerParts): HttpServer {
  const server = limitedServer(limits)
  const connections = trackConnections(server, {
    perAddress: connectionsPerAddress(limits),
    requests: requestsPerConnection,
    isProxied: limits.trustedProxies.length > 0,
  })
  const refused = refuseMalformed(server, { connections, log })
  reportDrops(server, { maxConnections: limits.maxConnections, log })

  const ending = new AbortController()
  let closing: Promise<void> | undefined
  const addressOf = clientAddresses(limits.trustedProxies)
  const state = () => ({ close: closing !== undefined, ending: ending.signal })
  const times = timesFor(limits)
  const answer = answerRequests({ dispatch, ready, log, addressOf, connections, refused, state, times, tracing })
  // What a client expects besides being told to continue may be left out (RFC 9110, 10.1.1).
  server.on('request', answer).on('checkExpectation', answer)

  return {
    listen: (at) => listenOn(server, at),
    isClosing: () => closing !== undefined,
    close: ({ delaySeconds, graceSeconds = 25 }) =>
      (closing ??= shutDown(server, { connections, ending, log, delaySeconds, graceSeconds })),
  }
}

function limitedServer(limits: HttpLimits): Server {
  const times = timesFor(limits)
  const server = createServer({
    maxHeaderSize: readableHead,
    headersTimeout: times.headers,
    // A body has its own clock (`body-clock.ts`), which begins when the head is there.
    requestTimeout: times.headers + times.upload,
    // A refusal in the format of its path is ours (`head-fault.ts`).
    requireHostHeader: false,
    keepAliveTimeout: times.keepAlive,
    connectionsCheckingInterval: times.check,
  })
  // None is left out: each counts.
  server.maxHeadersCount = 0
  server.setTimeout(times.stalled)
  server.maxConnections = limits.maxConnections
  return server
}

async function listenOn(server: Server, at: { host: string; port: number }): Promise<AddressInfo> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject).listen(at, resolve)
  await promise
  server.off('error', reject)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address
}

/** Logs how many connections over the limit were closed: one line a second. */
function reportDrops(server: Server, { maxConnections, log }: { maxConnections: number; log: Log }): void {
  let dropped = 0
  server.on('drop', () => {
    if (dropped++ > 0) return
    setTimeout(() => {
      log.warn({ dropped, maxConnections }, 'connections refused')
      dropped = 0
    }, 1000).unref()
  })
}
