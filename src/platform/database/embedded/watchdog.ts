export type WatchdogOptions = {
  /** How long one statement may run, in ms. */
  limit: number
  /** Number of the running statement; 0 when there is none. */
  running: () => number
  onOverrun: () => void
}

/** Checks ten times within the limit whether the same statement is still running: the engine's own timeout does not fire. */
export function watchStatements({ limit, running, onOverrun }: WatchdogOptions) {
  let seen = 0
  let since = performance.now()
  let pauses = 0

  const look = () => {
    const now = performance.now()
    const statement = running()
    if (statement !== seen || statement === 0 || pauses > 0) {
      seen = statement
      since = now
    } else if (now - since >= limit) {
      since = now
      onOverrun()
    }
  }
  const timer = setInterval(look, limit / 10)
  timer.unref()

  return {
    async pauseDuring<T>(work: () => Promise<T>): Promise<T> {
      pauses += 1
      try {
        return await work()
      } finally {
        pauses -= 1
      }
    },
    stop: () => clearInterval(timer),
  }
}
