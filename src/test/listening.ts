import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export { text as textOf } from 'node:stream/consumers'

export type Listening = { url: string; port: number; server: Server; close(): Promise<void> }

/**
 * A server on this machine, on a free port by default, with `tls` over https. `url` ends with the port; closing it twice is fine.
 */
export async function listening(
  answer: RequestListener,
  at: number | { port?: number; host?: string; tls?: { key: string; cert: string } | undefined } = 0,
): Promise<Listening> {
  const { port = 0, host = '127.0.0.1', tls } = typeof at === 'number' ? { port: at } : at
  const made = tls === undefined ? createServer(answer) : createSecureServer(tls, answer)
  const server = made.listen(port, host)
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `${tls === undefined ? 'http' : 'https'}://${host}:${taken}`,
    port: taken,
    server,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A port that nobody is listening on right now. */
export async function freePort(): Promise<number> {
  const { port, close } = await listening(() => {})
  await close()
  return port
}
