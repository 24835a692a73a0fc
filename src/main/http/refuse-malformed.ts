import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import { splitUrl } from '#faces/http.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'

import type { Connections } from './connections.ts'
import { type ParserStatus, refusalBody, wordsOf } from './refusal-body.ts'
import { logPath, withoutOrigin } from './request-path.ts'
import { shortLinger } from './write-answer.ts'

/** The connections that were refused, and how to refuse one. */
export type Refused = {
  has(socket: Socket): boolean
  /** Address and headers of its request are not acceptable. */
  head(request: IncomingMessage, status: 400 | 431): void
}

/** Answers what the parser refuses, heads that take too long, and tunnels. Returns the connections that were refused. */
export function refuseMalformed(server: Server, { connections, log }: { connections: Connections; log: Log }): Refused {
  const refused = new WeakSet<Socket>()
  const refuse = (socket: Socket, status: ParserStatus, path?: string) => {
    refused.add(socket)
    const requestId = newId('request')
    log.info({ ...(path === undefined ? {} : { path: logPath(path) }), status, requestId }, 'request refused')
    refuseOnSocket(socket, { status, requestId, path })
  }
  server.on('connect', (_request, socket: Socket) => refuse(socket, 405))
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const status = statusOfParserError(error.code)
    const { response, body } = connections.current(socket) ?? {}
    if (socket.destroyed || refused.has(socket)) return
    // Nothing was asked; or in the middle of an answer, where a second status line would be taken for content.
    if (status === undefined || socket.bytesRead === 0 || response?.headersSent === true) socket.destroy()
    else if (response === undefined || body === undefined) refuse(socket, status, pathOf(error))
    else if (body.left() > 0) body.refuse(new Refusal(...wordsOf(status)))
    // What is wrong came behind a request that is being answered.
    else response.once('finish', () => refuse(socket, status, pathOf(error)))
  })
  return {
    has: (socket) => refused.has(socket),
    head(request, status) {
      refuse(request.socket, status, splitUrl(withoutOrigin(request.url ?? '')).path)
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
  const timer = setTimeout(() => socket.destroy(), shortLinger)
  socket.once('close', () => clearTimeout(timer)).once('end', () => socket.destroy())
}
