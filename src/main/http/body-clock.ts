import type { HttpTimes } from './http-limits.ts'

/** Bytes of an upload in a second, at least. */
const slowestUpload = 8_000

export type BodyClock = {
  /** The body is being read from now on. */
  start(): void
  /** So many bytes came. */
  count(bytes: number): void
  /** Nothing is read for a while: what comes slowly now is not the client's doing. */
  pause(): void
  stop(): void
  /** What comes is an upload: it has more time, as long as it comes. */
  expectUpload(): void
}

/** Calls `cut` when a body is late: JSON as a whole, an upload as a whole or because it comes too slowly (http.md#slow-clients-are-cut). */
export function bodyClock({ body, upload, window }: HttpTimes, cut: () => void): BodyClock {
  const timers: NodeJS.Timeout[] = []
  let isUpload = false
  let came = 0
  let wasPaused = false

  function look(): void {
    if (!wasPaused && came < (slowestUpload * window) / 1000) cut()
    came = 0
    wasPaused = false
  }

  return {
    start() {
      timers.push(setTimeout(cut, isUpload ? upload : body))
      if (isUpload) timers.push(setInterval(look, window))
    },
    count(bytes) {
      came += bytes
    },
    pause() {
      wasPaused = true
    },
    stop() {
      for (const timer of timers.splice(0)) clearTimeout(timer)
    },
    expectUpload() {
      isUpload = true
    },
  }
}
