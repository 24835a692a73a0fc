import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'

import type { Connections } from './connections.ts'
import { type ParserStatus, refusalBody } from './refusal-body.ts'

/** Time in ms in which a client can take the refusal before its connection is closed. */
const lingerTime = 500

/** The connections that were refused, and how to refuse one. */
export type Refused = {
  has(socket: Socket): boolean
  /** Its request does not come to an end. */
  late(socket: Socket): void
  /** Address and headers of its request are too long. */
  tooLong(request: IncomingMessage, path: string): void
}

/** Answers what the parser refuses, what takes too long, and tunnels. Returns the connections that were refused. */
export function refuseMalformed(server: Server, { connections, log }: { connections: Connections; log: Log }): Refused {
  const refused = new WeakSet<Socket>()
  const refuse = (socket: Socket, code: string | undefined, path?: string) => {
    const status = statusOfParserError(code)
    if (socket.destroyed || refused.has(socket)) return
    refused.add(socket)
    const requestId = newId('request')
    log.debug({ requestId, code, status }, 'request refused by the parser')
    // In the middle of an answer, a second status line would be taken for content.
    if (status === undefined || connections.current(socket)?.headersSent) socket.destroy()
    else refuseOnSocket(socket, { status, requestId, path })
  }
  server.on('connect', (_request, socket: Socket) =>
    refuseOnSocket(socket, { status: 405, requestId: newId('request') }),
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => refuse(socket, error.code, pathOf(error)))
  return {
    has: (socket) => refused.has(socket),
    late: (socket) => refuse(socket, 'ERR_HTTP_REQUEST_TIMEOUT'),
    tooLong(request, path) {
      refuse(request.socket, 'HPE_HEADER_OVERFLOW', path)
      // A body that nobody takes would keep the client from reading its answer.
      request.resume()
    },
  }
}

/**
 * The beginning of the path in the packet that the parser refused; undefined where there is none, or not all of its first part. The
 * packets before are gone.
 */
function pathOf(error: Error): string | undefined {
  const bytes: unknown = Reflect.get(error, 'rawPacket')
  const line = bytes instanceof Buffer ? bytes.subarray(0, 60).toString('latin1') : ''
  return /^[A-Z]{3,20} (\/[a-z0-9]+)[/? ]/.exec(line)?.[1]
}

/** The status for what the HTTP parser refused or what took too long; undefined when the client only went away. */
function statusOfParserError(code: string | undefined): ParserStatus | undefined {
  if (code === 'ECONNRESET' || code === 'EPIPE') return undefined
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW' ? 413 : 400
}

type Refusing = { status: ParserStatus; requestId: string; path?: string | undefined }

/** Answers what never became a request, and closes the connection. */
function refuseOnSocket(socket: Socket, { status, requestId, path }: Refusing): void {
  const { headers, body } = refusalBody(status, path, requestId)
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      `X-Request-Id: ${requestId}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  )
  const timer = setTimeout(() => socket.destroy(), lingerTime)
  socket.once('close', () => clearTimeout(timer)).once('end', () => socket.destroy())
}
