import type { Stream } from './http.ts'

export type PushedStream = {
  body: Stream
  /** Sends a part; nothing after the end. */
  push(text: string): void
  /** Ends the stream once what was pushed has been taken. */
  end(): void
}

/** How many parts a client may leave unread before it is disconnected: it comes back and reads everything again. */
const mostWaiting = 1000

/**
 * A body of server-sent events that is written by pushing. `beat` is sent every so many ms; `onEnd` is called once, whichever
 * side ends it.
 */
export function pushedStream(beat: { text: string; everyMs: number }, onEnd: () => void): PushedStream {
  const waiting: string[] = []
  let taker: ((result: IteratorResult<string>) => void) | undefined
  let isOver = false
  const beating = setInterval(() => push(beat.text), beat.everyMs).unref()

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
  return { body: { [Symbol.asyncIterator]: () => iterator }, push, end }
}
