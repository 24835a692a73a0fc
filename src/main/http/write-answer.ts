import type { IncomingMessage, ServerResponse } from 'node:http'

import type { Outgoing } from '#faces/http.ts'

import type { RequestBody } from './request-body.ts'
import { isStream, writeStream } from './write-stream.ts'

/** Bytes of an unread body that are read and thrown away to keep the connection. */
const readAway = 64 * 1024
/** Time in ms in which a client that is still sending can take its answer, before the connection is closed; less where its body was refused. */
const lingerTime = 2000
export const shortLinger = 500

export type Exchange = { request: IncomingMessage; response: ServerResponse; body: RequestBody }

export type Closing = {
  /** Whether the connection is closed after this answer. */
  close: boolean
  /** Ends the streams. */
  ending: AbortSignal
}

/**
 * Writes an answer; resolves once a stream has ended, at once for every other body. A connection whose request was not read
 * to the end is kept when little is left, else closed; `close` closes it in any case. Throws when a header cannot be sent;
 * then nothing was written.
 */
export async function writeAnswer(
  { request, response, body }: Exchange,
  answer: Outgoing,
  { close, ending }: Closing,
): Promise<void> {
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value)
  if (answer.cookies !== undefined && answer.cookies.length > 0) response.setHeader('set-cookie', answer.cookies)
  if (!response.hasHeader('x-content-type-options')) response.setHeader('x-content-type-options', 'nosniff')
  const content = answer.body
  if (content !== null && !isStream(content) && !response.hasHeader('content-length'))
    response.setHeader('content-length', Buffer.byteLength(content))
  const hasMuchLeft = body.left() > readAway
  if (close || hasMuchLeft) response.setHeader('connection', 'close')
  response.statusCode = answer.status

  body.stream.destroy()
  if (isStream(content)) {
    request.resume()
    return writeStream(response, content, answer.isFinite === true ? undefined : ending)
  }
  if (hasMuchLeft) return linger(request, response, { content, ms: body.isRefused() ? shortLinger : lingerTime })
  response.end(content ?? undefined)
  request.resume()
}

// Closing a socket with unread bytes resets it, and the client may lose the answer that it had not read yet. So the
// whole answer is sent first, and its end only when the client has stopped sending or has had enough time.
type Last = { content: string | Buffer | null; ms: number }

function linger(request: IncomingMessage, response: ServerResponse, { content, ms }: Last): void {
  if (content !== null) response.write(content)
  else if (!response.hasHeader('content-length')) response.setHeader('content-length', 0)
  response.flushHeaders()
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, ms)
  request.once('end', end).once('close', end).resume()
}
