import type { Outgoing, Stream } from '#faces/http.ts'
import { pushedStream } from '#faces/pushed-stream.ts'
import { Refusal } from '#kernel/errors.ts'
import type { RequestId } from '#kernel/ids.ts'

export type EventStream = {
  body: Stream
  /** Sends a message, and what it is called to be resumed from, where it can be. */
  send(data: object, id?: string): void
  end(): void
}

const heartbeat = { text: ':\n\n', everyMs: 15_000 }

/** A body of server-sent events, with a heartbeat. `onEnd` is called once, whichever side ends it. */
export function eventStream(onEnd: () => void): EventStream {
  const { body, push, end } = pushedStream(heartbeat, onEnd)
  push('retry: 1000\n\n')
  return {
    body,
    send: (data, id) => push(`${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
    end,
  }
}

/** The answer that is such a stream: nobody stores it or holds it back. */
export function streamAnswer({ body }: EventStream, requestId: RequestId): Outgoing {
  return {
    status: 200,
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // Makes proxies pass every event on at once.
      'X-Accel-Buffering': 'no',
      'X-Request-Id': requestId,
    },
    body,
  }
}

/** A parameter of an address that may be given once. */
export function once(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name)
  if (others.length > 0) throw new Refusal('malformed_request', `The parameter ${name} is sent twice.`)
  return value
}
