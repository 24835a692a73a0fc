import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

/** Time in ms in which a client can take the refusal before its connection is closed. */
const lingerTime = 500

/** The status for what the HTTP parser refused or what took too long; undefined when the client only went away. */
export function statusOfParserError(code: string | undefined): 400 | 408 | 413 | 431 | undefined {
  if (code === 'ECONNRESET' || code === 'EPIPE') return undefined
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW' ? 413 : 400
}

/** Answers what never became a request with a few plain words, and closes the connection. */
export function refuseOnSocket(socket: Socket, status: number): void {
  const text = `${STATUS_CODES[status]}\n`
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: text/plain; charset=utf-8',
      `Content-Length: ${text.length}`,
      '',
      text,
    ].join('\r\n'),
  )
  const timer = setTimeout(() => socket.destroy(), lingerTime)
  socket.once('close', () => clearTimeout(timer)).once('end', () => socket.destroy())
}
