import type { Stream } from '#faces/http.ts'
import { pushedStream } from '#faces/pushed-stream.ts'

export type EventStream = {
  body: Stream
  /** Sends a message: the id to resume from, and its content. */
  send(id: string, data: object): void
  end(): void
}

const heartbeat = { text: ':\n\n', everyMs: 15_000 }

/** A body of server-sent events, with a heartbeat. `onEnd` is called once, whichever side ends it. */
export function eventStream(onEnd: () => void): EventStream {
  const { body, push, end } = pushedStream(heartbeat, onEnd)
  push('retry: 1000\n\n')
  return { body, send: (id, data) => push(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`), end }
}
