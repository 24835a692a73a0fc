import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

import { Refusal } from '#kernel/errors.ts'
import { BodyCutOff } from '#kernel/files.ts'

import { bodyClock } from './body-clock.ts'
import type { HttpTimes } from './http-limits.ts'

export type RequestBody = {
  /** The body for the code that answers. Destroying it (as `for await` does when it is left) does not touch the socket. */
  stream: Readable
  /** The most bytes that may still come; Infinity where the client did not say how many it sends. */
  left(): number
  /** What will be read is an upload. */
  expectUpload(): void
  /** No more of it is read: whoever reads it is refused, and answers so (http.md#parsers-answer-as-the-path). */
  refuse(refusal: Refusal): void
  /** Whether it was refused. */
  isRefused(): boolean
}

/** The body of a request, which is not read before somebody reads the stream. */
export function requestBody(request: IncomingMessage, times: HttpTimes): RequestBody {
  let received = 0
  let isReading = false
  let isRefused = false

  const refuse = (refusal: Refusal) => {
    isRefused = true
    stream.destroy(refusal)
  }
  const clock = bodyClock(times, () =>
    refuse(
      new Refusal('request_timeout', 'The body came too slowly. Send the request again, its body without pauses.'),
    ),
  )

  const onData = (chunk: Buffer) => {
    received += chunk.length
    clock.count(chunk.length)
    if (stream.push(chunk)) return
    clock.pause()
    request.pause()
  }
  const onEnd = () => {
    clock.stop()
    // The request closes as soon as it has ended, which is before the stream has been read.
    request.off('close', onClose)
    stream.push(null)
  }
  const onClose = () => void stream.destroy(new BodyCutOff('The client went away before the body was complete'))

  const stream = new Readable({
    read() {
      if (isReading) return void request.resume()
      isReading = true
      if (request.destroyed) return onClose()
      clock.start()
      request.on('data', onData).on('end', onEnd).on('close', onClose)
    },
    destroy(error, done) {
      clock.stop()
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      done(error)
    },
  })
  // Perhaps nobody is still reading when the client goes away.
  stream.on('error', () => {})

  return {
    stream,
    expectUpload: clock.expectUpload,
    refuse,
    isRefused: () => isRefused,
    left() {
      if (request.complete) return 0
      if (isRefused) return Infinity
      const announced = request.headers['content-length']
      return announced === undefined ? Infinity : Number(announced) - received
    },
  }
}
