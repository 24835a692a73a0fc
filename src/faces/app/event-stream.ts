import type { Stream } from '#faces/http.ts'

export type EventStream = {
  body: Stream
  /** Sends a message: what it is called to be resumed from, and its content. */
  send(id: string, data: object): void
  end(): void
}

const heartbeat = 15_000
/** What a client may have untaken before it is sent away: it comes back, and is told what it missed. */
const mostWaiting = 1000

/** A body of server-sent events, with a heartbeat. `onEnd` is called once, whoever ends it. */
export function eventStream(onEnd: () => void): EventStream {
  const waiting: string[] = ['retry: 1000\n\n']
  let taker: ((result: IteratorResult<string>) => void) | undefined
  let isOver = false
  const beating = setInterval(() => push(':\n\n'), heartbeat).unref()

  function push(text: string): void {
    if (isOver) return
    waiting.push(text)
    if (waiting.length > mostWaiting) return end()
    hand()
  }

  function hand(): void {
    if (taker === undefined || (waiting.length === 0 && !isOver)) return
    const taken = taker
    taker = undefined
    taken(waiting.length > 0 ? { done: false, value: waiting.splice(0).join('') } : { done: true, value: undefined })
  }

  function end(): void {
    if (isOver) return
    isOver = true
    clearInterval(beating)
    hand()
    onEnd()
  }

  const iterator: AsyncIterator<string> = {
    next: () =>
      new Promise((resolve) => {
        taker = resolve
        hand()
      }),
    async return() {
      end()
      return { done: true, value: undefined }
    },
  }
  return {
    body: { [Symbol.asyncIterator]: () => iterator },
    send: (id, data) => push(`id: ${id}\ndata: ${JSON.stringify(data)}\n\n`),
    end,
  }
}
