export type Turns = {
  /** Something may have happened: a turn is taken as soon as possible. */
  wake(): void
  stop(): void
}

/**
 * Does work when woken, and in any case every `poll` ms: one turn at a time, at most one per `gap` ms however often it is
 * woken, and a turn that is requested meanwhile is not lost. The work does not throw.
 */
export function takeTurns(work: () => Promise<void>, { poll, gap }: { poll: number; gap: number }): Turns {
  let isStopped = false
  let isWorking = false
  let isWoken = false
  let begunAt = -Infinity
  let timer = plan(poll)

  function plan(delay: number): NodeJS.Timeout {
    return setTimeout(() => void turn(), delay).unref()
  }

  async function turn(): Promise<void> {
    isWoken = false
    isWorking = true
    begunAt = performance.now()
    await work()
    isWorking = false
    if (!isStopped) timer = plan(isWoken ? untilNext() : poll)
  }

  function untilNext(): number {
    return Math.max(0, begunAt + gap - performance.now())
  }

  return {
    wake() {
      if (isWoken || isStopped) return
      isWoken = true
      if (isWorking) return
      clearTimeout(timer)
      timer = plan(untilNext())
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
