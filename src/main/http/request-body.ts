import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

import { BodyCutOff } from '#kernel/files.ts'

import type { BodyClock } from './body-clock.ts'

export type RequestBody = {
  /** The body for the code that answers. Destroying it (as `for await` does when it is left) does not touch the socket. */
  stream: Readable
  /** The most bytes that may still come; Infinity where the client did not say how many it sends. */
  left(): number
  /** What will be read is an upload. */
  expectUpload(): void
}

/** The body of a request, which is not read before somebody reads the stream. */
export function requestBody(request: IncomingMessage, clock: BodyClock): RequestBody {
  let received = 0
  let isReading = false

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
    left() {
      if (request.complete) return 0
      const announced = request.headers['content-length']
      return announced === undefined ? Infinity : Number(announced) - received
    },
  }
}
