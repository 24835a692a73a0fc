import { AsyncLocalStorage } from 'node:async_hooks'

import { askedAs } from '#kernel/asked.ts'
import type { Log } from '#kernel/log.ts'
import type { Rank } from '#kernel/turns.ts'

/** What a round left: work for the next one, nothing, or nothing for so many milliseconds. */
export type Left = 'more' | 'idle' | number

export type Loop = {
  start(): void
  /** Something may have come: the next round begins now, or right after the one that runs. */
  wake(): void
  /** The next round begins in so many milliseconds at the latest. */
  wakeWithin(ms: number): void
  /** Begins no further round, and waits for the one that runs. */
  stop(): Promise<void>
}

/**
 * Runs the same round over and over: at the latest after `everyMs` (never by itself if that is Infinity), when it is woken, and
 * at once while a round says that more is left. A round that fails is logged, and the next one comes at its time.
 */
export function createLoop({
  name,
  everyMs,
  rank = 'background',
  round,
  log,
}: {
  name: string
  everyMs: number
  /** Of all that a round asks for (turns.md#nobody-starves). */
  rank?: Rank
  round: () => Promise<Left>
  log: Log
}): Loop {
  let timer: NodeJS.Timeout | undefined
  /** When the next round begins, by `performance.now()`; while one runs, the time that was asked for meanwhile. */
  let nextAt = Infinity
  let running: Promise<void> | undefined
  let isStarted = false
  let isStopped = false
  // A timer keeps the context that it was set in, and a round hands its own on to the next: one wake from inside a transaction
  // would make every later round believe that it is still open.
  const outside = AsyncLocalStorage.snapshot()

  // Never immediately: a loop with a lot to do leaves room for everything else.
  function schedule(ms: number): void {
    nextAt = Math.min(nextAt, performance.now() + ms)
    if (running !== undefined || !isStarted || isStopped) return
    clearTimeout(timer)
    if (nextAt === Infinity) return
    timer = setTimeout(() => outside(run), Math.ceil(Math.max(0, nextAt - performance.now())))
  }

  function run(): void {
    nextAt = Infinity
    running = once()
  }

  async function once(): Promise<void> {
    // Not in the name of the call that woke it.
    const asked = { party: 'installation', rank, gone: () => undefined, requestId: undefined, span: undefined }
    const left = await askedAs(asked, round).catch((error: unknown) => {
      log.error({ loop: name, err: error }, 'background work failed')
      return 'idle' as const
    })
    running = undefined
    schedule(pauseAfter(left, everyMs))
  }

  return {
    start() {
      if (isStarted) return
      isStarted = true
      schedule(0)
    },
    wake: () => schedule(0),
    wakeWithin: schedule,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

function pauseAfter(left: Left, everyMs: number): number {
  if (left === 'more') return 0
  return left === 'idle' ? everyMs : Math.min(left, everyMs)
}
