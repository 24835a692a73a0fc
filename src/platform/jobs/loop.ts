import type { Log } from '#kernel/log.ts'

export type Loop = {
  start(): void
  /** Something may be there: the next round begins now, or right after the one that runs. */
  wake(): void
  /** Begins no further round, and waits for the one that runs. */
  stop(): Promise<void>
}

/**
 * Does the same again and again: every `everyMs`, when it is woken, and at once while a round says that more is left. A round
 * that fails is logged, and the next one comes at its time.
 */
export function createLoop({
  name,
  everyMs,
  round,
  log,
}: {
  name: string
  everyMs: number
  round: () => Promise<'more' | 'idle'>
  log: Log
}): Loop {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isStarted = false
  let isStopped = false
  let isWoken = false

  function run(): void {
    clearTimeout(timer)
    running = once()
  }

  async function once(): Promise<void> {
    const left = await round().catch((error: unknown) => {
      log.error({ loop: name, err: error }, 'background work failed')
      return 'idle' as const
    })
    running = undefined
    if (isStopped) return
    // A breath, so that a loop with much to do leaves room for everything else.
    timer = setTimeout(run, left === 'more' || isWoken ? 0 : everyMs)
    isWoken = false
  }

  return {
    start() {
      if (isStarted) return
      isStarted = true
      run()
    },
    wake() {
      if (!isStarted || isStopped) return
      if (running === undefined) run()
      else isWoken = true
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
