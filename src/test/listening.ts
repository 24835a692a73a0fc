import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export { text as textOf } from 'node:stream/consumers'

export type Listening = { url: string; port: number; server: Server; close(): Promise<void> }

/** A server on this machine, on a free port by default. `url` ends with the port; closing it twice is fine. */
export async function listening(answer: RequestListener, port = 0): Promise<Listening> {
  const server = createServer(answer).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: taken } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${taken}`,
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
