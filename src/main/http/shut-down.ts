import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import type { Log } from '#kernel/log.ts'

import type { Connections } from './connections.ts'

type Parts = {
  connections: Connections
  /** Ends the streams. */
  ending: AbortController
  log: Log
  delaySeconds: number
  graceSeconds: number
}

/** Time in ms in which a connection that has just been made can still send its request. */
const lastRequests = 1000

/**
 * Ends a server: it keeps serving for the delay, then accepts nothing, closes idle connections, ends the streams and waits for
 * what is in flight. What is not done after the grace period is cut.
 */
export async function shutDown(
  server: Server,
  { connections, ending, log, delaySeconds, graceSeconds }: Parts,
): Promise<void> {
  await wait(delaySeconds * 1000)
  ending.abort()
  // Its error says that the server did not listen, which is what is wanted.
  const { promise: closed, resolve } = Promise.withResolvers<unknown>()
  server.close(resolve)
  const settled = setTimeout(() => connections.closeIdle(), lastRequests)
  const overdue = setTimeout(() => {
    log.warn({ graceSeconds }, 'requests cut at shutdown')
    server.closeAllConnections()
  }, graceSeconds * 1000)
  await closed
  clearTimeout(settled)
  clearTimeout(overdue)
}
