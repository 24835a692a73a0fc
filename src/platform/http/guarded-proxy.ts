import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

import type { FindAddress } from './find-address.ts'

export type GuardedProxy = {
  port: number
  close(): Promise<void>
}

type Options = {
  findAddress: FindAddress
  /** Bytes of all answers together; the connections of a client that asks for more are cut. */
  maxBytes: number
}

const connectMs = 5000

/**
 * A proxy on this machine for a browser that measures pages: each connection goes to the checked address of its host, and nothing
 * else is reached (http.md#browsers-behind-a-proxy). What may not be reached looks like what does not answer.
 */
export async function openProxy({ findAddress, maxBytes }: Options): Promise<GuardedProxy> {
  const sockets = new Set<Duplex>()
  const agent = new Agent({ keepAlive: true, timeout: 60_000 })
  let bytes = 0

  const keep = <S extends Duplex>(socket: S): S => {
    sockets.add(socket)
    // Either side may go away at any time; the other is closed with it.
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
    return socket
  }
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) for (const socket of sockets) socket.destroy()
  }

  async function forward(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = URL.parse(asked.url ?? '')
    if (url?.protocol !== 'http:') return void answer.writeHead(400).end()
    const host = await findAddress(url, true)
    const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = asked.headers
    const { method } = asked
    const port = url.port === '' ? 80 : Number(url.port)
    const path = `${url.pathname}${url.search}`
    const options = { host, port, method, path, headers: { ...headers, host: url.host }, agent, setHost: false }
    const sent = request(options, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.rawHeaders)
      got.on('data', count).pipe(answer)
    })
    sent.on('socket', (socket) => keep(socket)).on('error', () => answer.destroy())
    answer.once('close', () => sent.destroy())
    asked.pipe(sent)
  }

  async function tunnel({ url: authority = '' }: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const url = URL.parse(`${authority.endsWith(':443') ? 'https' : 'http'}://${authority}`)
    if (url === null) throw new Error('no such address')
    const host = await findAddress(url, true)
    const port = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port)
    const server: Socket = keep(connect({ host, port }))
    const slow = setTimeout(() => server.destroy(), connectMs)
    server.once('connect', () => {
      clearTimeout(slow)
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      server.write(head)
      server.on('data', count).pipe(client)
      client.pipe(server)
    })
    server.once('close', () => {
      clearTimeout(slow)
      client.destroy()
    })
    client.once('close', () => server.destroy())
  }

  const proxy = createServer((asked, answer) => {
    forward(asked, answer).catch(() => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
  })
  proxy.on('connection', keep)
  proxy.on('connect', (asked, client: Duplex, head: Buffer) => {
    tunnel(asked, client, head).catch(() => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'))
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo

  return {
    port,
    async close() {
      for (const socket of sockets) socket.destroy()
      agent.destroy()
      const closed = once(proxy, 'close')
      proxy.close()
      await closed
    },
  }
}
