import type { ServerResponse } from 'node:http'

import type { Outgoing, Stream } from '#faces/http.ts'

/**
 * Sends what a stream yields, part by part and no faster than the client takes it, until the stream or the server ends
 * (`ending`) or the client is gone; `return()` then ends the stream. Resolves once nothing more is sent; throws what the stream
 * throws, with the answer cut off.
 */
export function writeStream(response: ServerResponse, parts: Stream, ending?: AbortSignal): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]()
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let isOver = false

  async function send(): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await iterator.next()
        if (isOver) return
        if (done === true) return end()
        if (!response.write(value)) await drained(response)
      }
    } catch (error) {
      fail(error)
    }
  }

  function end(): void {
    if (!finish()) return
    response.end()
    resolve()
  }

  function fail(error: unknown): void {
    if (!finish()) return
    response.destroy()
    reject(error)
  }

  function finish(): boolean {
    if (isOver) return false
    isOver = true
    response.off('close', end)
    ending?.removeEventListener('abort', end)
    leave(iterator)
    return true
  }

  response.once('close', end)
  ending?.addEventListener('abort', end, { once: true })
  response.flushHeaders()
  if (ending?.aborted === true || response.closed || response.req.method === 'HEAD') end()
  else void send()
  return promise
}

/** Ends a stream that nobody will read. */
export function discard(body: Outgoing['body']): void {
  if (isStream(body)) leave(body[Symbol.asyncIterator]())
}

/** Whether a body comes part by part. */
export function isStream(body: Outgoing['body']): body is Stream {
  return body !== null && typeof body === 'object' && !Buffer.isBuffer(body)
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done)
      resolve()
    }
    response.once('drain', done).once('close', done)
  })
}

function leave(iterator: AsyncIterator<unknown>): void {
  iterator.return?.().catch(() => {})
}
