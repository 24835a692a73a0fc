import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Outgoing } from '#faces/http.ts'
import type { RequestBody } from './request-body.ts'

/** Bytes of an unread body that are read and thrown away to keep the connection. */
const readAway = 64 * 1024
/** Time in ms in which a client that is still sending can take its answer, before the connection is closed. */
const lingerTime = 2000

export type Exchange = { request: IncomingMessage; response: ServerResponse; body: RequestBody }

/**
 * Writes an answer. A connection whose request was not read to the end is kept when little is left, else closed, and so
 * it is when `close` says so. Throws when a header cannot be sent; then nothing was written.
 */
export function writeAnswer({ request, response, body }: Exchange, answer: Outgoing, close: boolean): void {
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
  if (answer.cookies !== undefined && answer.cookies.length > 0) response.setHeader('set-cookie', answer.cookies)
  if (!response.hasHeader('x-content-type-options')) response.setHeader('x-content-type-options', 'nosniff')
  if (answer.body !== null && !response.hasHeader('content-length'))
    response.setHeader('content-length', Buffer.byteLength(answer.body))
  const hasMuchLeft = body.left() > readAway
  if (close || hasMuchLeft) response.setHeader('connection', 'close')
  response.statusCode = answer.status

  body.stream.destroy()
  if (hasMuchLeft) return linger(request, response, answer.body)
  response.end(answer.body ?? undefined)
  request.resume()
}

// Closing a socket with unread bytes resets it, and the client may lose the answer that it had not read yet. So the
// whole answer is sent first, and the end of it only when the client has stopped sending or had time enough.
function linger(request: IncomingMessage, response: ServerResponse, body: Outgoing['body']): void {
  if (body !== null) response.write(body)
  else if (!response.hasHeader('content-length')) response.setHeader('content-length', 0)
  response.flushHeaders()
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, lingerTime)
  request.once('end', end).once('close', end).resume()
}
