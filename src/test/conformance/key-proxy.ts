import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type KeyProxy = { url: string; close(): Promise<void> }

/** Passes everything on to `target` unchanged, adding an API key: the suite sends no credentials. */
export async function openKeyProxy(target: string, key: string): Promise<KeyProxy> {
  const { hostname, port } = new URL(target)

  function pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const { method, url: path, headers } = incoming
    const onward = send({ hostname, port, method, path, headers: { ...headers, 'x-api-key': key } }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      answer.flushHeaders()
      response.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    incoming.pipe(onward)
  }

  const server = createServer(pass).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
